import { Terminal } from '@ku0/agent-runtime-tools-terminal';
import { runAgent } from './run-agent.ts';

/** Runs the agent and sets the exit code. Never rejects. */
export async function main(): Promise<void> {
  const terminal = new Terminal(process, process.env);
  process.exitCode = await runAgent(process.argv.slice(2), { terminal });
  await Promise.all([terminal.out.flush(), terminal.err.flush()]);
  // A connection that the endpoint keeps open does not keep the process alive.
  setTimeout(() => process.exit(), EXIT_GRACE_MS).unref();
}

const EXIT_GRACE_MS = 500;

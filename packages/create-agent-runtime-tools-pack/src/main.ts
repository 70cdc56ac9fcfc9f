import { createPack } from './create-pack.ts';
import { nextSteps } from './next-steps.ts';

/** Runs the command line: creates the pack that the first argument names. Returns the exit code. */
export function main(args: readonly string[]): number {
  const [name, ...more] = args;
  if (name === undefined || name.startsWith('-') || more.length > 0) {
    process.stderr.write('Usage: npm create @ku0/agent-runtime-tools-pack NAME\n');
    return 2;
  }
  try {
    process.stdout.write(`${nextSteps(createPack(name)).join('\n')}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

import { constants } from 'node:os';
import { errorMessage, printable } from '@ku0/agent-runtime-tools-core';
import { paintFor, readLine, Terminal } from '@ku0/agent-runtime-tools-terminal';
import { HELP, readOptions, UsageError, type AgentOptions } from './options.ts';
import { JsonReporter } from './json-reporter.ts';
import { Session, type RunOutcome } from './session.ts';

/** Runs the agent and sets the exit code: 0 done, 1 failed, 2 usage, 3 stopped or out of budget, 130 interrupted. Never rejects. */
export async function main(): Promise<void> {
  const terminal = new Terminal(process, process.env);
  try {
    const options = readOptions(process.argv.slice(2), process.env);
    if (options === undefined) terminal.out.write(HELP);
    else process.exitCode = await runSession(options, terminal);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    terminal.err.line(`agent: ${printable(errorMessage(error))}`);
    if (isUsage) terminal.err.line('See: agent --help');
    process.exitCode = isUsage ? 2 : 1;
  }
  await Promise.all([terminal.out.flush(), terminal.err.flush()]);
  // A connection that the endpoint keeps open does not keep the process alive.
  setTimeout(() => process.exit(), EXIT_GRACE_MS).unref();
}

const EXIT_GRACE_MS = 500;

async function runSession(options: AgentOptions, terminal: Terminal): Promise<number> {
  const session = await Session.open(options, terminal);
  const paint = paintFor(terminal.err);
  const isDialogue = terminal.canAsk && !options.json && options.prompt === undefined;
  if (!options.json)
    terminal.err.line(paint.dim(`${options.model} in ${session.folder}\ntranscript: ${session.transcript.path}`));
  try {
    let prompt = options.prompt;
    // A resumed task goes on by itself; a new one needs a message.
    if (prompt === undefined && session.needsPrompt) prompt = await nextPrompt(terminal);
    if (prompt === undefined && session.needsPrompt) throw new UsageError('Give a prompt.');
    for (;;) {
      const outcome = await interruptible((signal) => session.run(prompt, signal));
      report(outcome, session, terminal);
      if (!isDialogue || outcome.kind === 'stopped' || outcome.kind === 'budget') return EXIT_CODES[outcome.kind];
      prompt = await nextPrompt(terminal);
      if (prompt === undefined) return EXIT_CODES[outcome.kind];
    }
  } finally {
    await session.close();
  }
}

async function nextPrompt({ in: input, err }: Terminal): Promise<string | undefined> {
  err.write(`\n${paintFor(err).bold('>')} `);
  const line = await interruptible((signal) => readLine(input, signal));
  if (line === undefined) err.line();
  return line === undefined || line.trim() === '' ? undefined : line;
}

function report(outcome: RunOutcome, { reporter }: Session, { out, err }: Terminal): void {
  if (reporter instanceof JsonReporter) return reporter.end({ outcome: outcome.kind, text: outcome.text });
  const paint = paintFor(err);
  if (outcome.kind === 'completed') out.line(`\n${paintFor(out).plain(outcome.text)}`);
  else if (outcome.kind !== 'answered') err.line(paint.yellow(`! ${ENDINGS[outcome.kind]} ${outcome.text}`.trimEnd()));
}

const ENDINGS = {
  stopped: 'A hook has stopped the work:',
  budget: 'The turns or tokens are used up. Go on with --resume and a larger budget.',
  interrupted: 'Interrupted.',
} as const;

const EXIT_CODES = { completed: 0, answered: 0, stopped: 3, budget: 3, interrupted: 130 } as const;

/** The first Ctrl-C stops the work, the second one ends the process. */
async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const onSignal = (signal: NodeJS.Signals): void => {
    if (controller.signal.aborted) process.exit(128 + constants.signals[signal]);
    controller.abort(signal);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }
}

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

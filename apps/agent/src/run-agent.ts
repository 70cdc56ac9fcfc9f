import { constants } from 'node:os';
import { errorMessage, printable } from '@ku0/agent-runtime-tools-core';
import { paintFor, readLine, type Terminal } from '@ku0/agent-runtime-tools-terminal';
import { HELP, readOptions, UsageError, type AgentOptions } from './options.ts';
import { JsonReporter } from './json-reporter.ts';
import { Session, type RunOutcome, type SessionHost } from './session.ts';

export interface RunAgentOptions extends SessionHost {
  /** The command that started the agent, for messages. Default `agent`. */
  readonly program?: string;
  /** Shows an error of the host's own kind, and returns its exit code; undefined for any other error. */
  readonly showError?: (error: unknown) => AgentExitCode | undefined;
}

/** 0 done, 1 failed, 2 usage, 3 stopped or out of budget, 130 interrupted. */
export type AgentExitCode = 0 | 1 | 2 | 3 | 130;

/** Runs the agent with a command line, and returns the exit code. Never rejects. */
export async function runAgent(
  args: readonly string[],
  { program = 'agent', showError, ...host }: RunAgentOptions,
): Promise<AgentExitCode> {
  const { out, err } = host.terminal;
  try {
    const options = readOptions(args, process.env);
    if (options !== undefined) return await runSession(options, host);
    out.write(HELP);
    return 0;
  } catch (error) {
    const shown = showError?.(error);
    if (shown !== undefined) return shown;
    const isUsage = error instanceof UsageError;
    err.line(`agent: ${printable(errorMessage(error))}`);
    if (isUsage) err.line(`See: ${program} --help`);
    return isUsage ? 2 : 1;
  }
}

async function runSession(options: AgentOptions, host: SessionHost): Promise<AgentExitCode> {
  const { terminal } = host;
  const session = await Session.open(options, host);
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

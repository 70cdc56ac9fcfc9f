import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { searchErrors } from '../errors.ts';
import { openThrottledPipe, type OnOutput, type ThrottledPipe } from './throttled-pipe.ts';

export interface RipgrepOptions {
  readonly program: string;
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Called with bytes that are only valid during the call. Returning false ends the program. */
  readonly onOutput: OnOutput;
  /** The program writes little and often, so its output is read every few milliseconds instead of after each write. */
  readonly isThrottled?: boolean;
  /** The time, as by `performance.now()`, at which the program is ended. */
  readonly deadline: number;
  /** Called every few milliseconds. Returning false ends the program. */
  readonly shouldContinue?: (elapsedMs: number) => boolean;
}

export interface RipgrepEnd {
  /** Undefined if the program was stopped. */
  readonly exitCode: number | undefined;
  /** The start of its error output. */
  readonly errors: string;
}

/** Runs ripgrep to its end, or until aborted, until the deadline, or until `onOutput` returns false. Settles after the program has exited. */
export async function runRipgrep(args: readonly string[], options: RipgrepOptions): Promise<RipgrepEnd> {
  const { signal } = options;
  signal.throwIfAborted();
  const pipe = options.isThrottled === true ? await openThrottledPipe() : undefined;
  try {
    signal.throwIfAborted();
    const child = await spawnRipgrep(args, { ...options, stdout: pipe?.writer ?? 'pipe' });
    pipe?.closeWriter();
    return await watch(child, { ...options, pipe });
  } finally {
    pipe?.destroy();
  }
}

async function watch(
  child: ChildProcess,
  { signal, onOutput, deadline, shouldContinue, pipe }: RipgrepOptions & { readonly pipe: ThrottledPipe | undefined },
): Promise<RipgrepEnd> {
  const started = performance.now();
  let stopped = false;
  const stop = (): void => {
    stopped = true;
    pipe?.destroy();
    child.stdout?.destroy();
    child.kill('SIGKILL');
  };
  // A timer may fire a fraction of a millisecond early, and the deadline must have passed afterwards.
  const deadlineTimer = setTimeout(stop, Math.min(MAX_TIMER_MS, Math.max(0, deadline - started) + 1));
  const timer =
    shouldContinue && setInterval(() => !stopped && !shouldContinue(performance.now() - started) && stop(), TICK_MS);
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    if (errors.length < MAX_ERROR_CHARS) errors += chunk.toString('utf8');
  });
  let failure: Error | undefined;
  const handleOutput = (chunk: Buffer): boolean | number => {
    if (stopped) return false;
    try {
      const answer = onOutput(chunk);
      if (answer === false) stop();
      return answer;
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      stop();
      return false;
    }
  };
  child.stdout?.on('data', handleOutput);
  // A pipe may break when the program is ended.
  child.stdout?.on('error', () => undefined);
  child.stderr?.on('error', () => undefined);
  child.once('exit', () => pipe?.drain());
  signal.addEventListener('abort', stop, { once: true });
  try {
    const [exitCode] = await Promise.all([exitCodeOf(child), pipe?.read(handleOutput)]);
    signal.throwIfAborted();
    if (failure !== undefined) throw failure;
    if (exitCode === undefined && !stopped)
      throw new ToolFailure(searchErrors.SEARCH_FAILED({ message: `ripgrep was ended: ${child.signalCode}.` }));
    return { exitCode: stopped ? undefined : exitCode, errors };
  } finally {
    clearTimeout(deadlineTimer);
    clearInterval(timer);
    signal.removeEventListener('abort', stop);
  }
}

const TICK_MS = 5;
const MAX_TIMER_MS = 2 ** 31 - 1;
const MAX_ERROR_CHARS = 16_384;

function exitCodeOf(child: ChildProcess): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? undefined));
  });
}

async function spawnRipgrep(
  args: readonly string[],
  { program, cwd, stdout }: Pick<RipgrepOptions, 'program' | 'cwd'> & { readonly stdout: Socket | 'pipe' },
): Promise<ChildProcess> {
  const { execa } = await import('execa');
  const subprocess = execa(program, args, {
    cwd,
    env: systemEnvironment(),
    extendEnv: false,
    stdin: 'ignore',
    stdout,
    stderr: 'pipe',
    buffer: false,
    reject: false,
    windowsHide: true,
  });
  if (subprocess.pid !== undefined) {
    subprocess.catch(() => undefined);
    return subprocess.nodeChildProcess;
  }
  const { originalMessage, cause } = await subprocess;
  throw new ToolFailure(
    searchErrors.SEARCH_FAILED({ message: `ripgrep could not be started: ${originalMessage ?? String(cause)}` }),
  );
}

/** ripgrep needs no environment variables; programs on Windows do not start without this one. */
function systemEnvironment(): Record<string, string> {
  const { SystemRoot, SYSTEMROOT } = process.env;
  const root = SystemRoot ?? SYSTEMROOT;
  return root === undefined ? {} : { SystemRoot: root };
}

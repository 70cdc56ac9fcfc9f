import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { searchErrors } from '../errors.ts';
import { openPacedPipe, type OnOutput, type PacedPipe } from './paced-pipe.ts';

export interface RipgrepOptions {
  readonly program: string;
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Called with bytes that are gone afterwards. False ends the program. */
  readonly onOutput: OnOutput;
  /** It writes little and often: its output is read from time to time instead of after each write. */
  readonly isPaced?: boolean;
  /** When the program is ended, in terms of `performance.now()`. */
  readonly deadline: number;
  /** Asked every few milliseconds; false ends the program. */
  readonly goOn?: (elapsedMs: number) => boolean;
}

export interface RipgrepEnd {
  /** Undefined when it was stopped. */
  readonly exitCode: number | undefined;
  /** What it wrote to its error output, cut. */
  readonly errors: string;
}

/** Runs ripgrep to its end or until somebody has had enough. When this settles, the program is gone. */
export async function runRipgrep(args: readonly string[], options: RipgrepOptions): Promise<RipgrepEnd> {
  const { signal } = options;
  signal.throwIfAborted();
  const pipe = options.isPaced === true ? await openPacedPipe() : undefined;
  try {
    signal.throwIfAborted();
    const child = await spawnRipgrep(args, { ...options, stdout: pipe?.writer ?? 'pipe' });
    pipe?.handOver();
    return await watch(child, { ...options, pipe });
  } finally {
    pipe?.destroy();
  }
}

async function watch(
  child: ChildProcess,
  { signal, onOutput, deadline, goOn, pipe }: RipgrepOptions & { readonly pipe: PacedPipe | undefined },
): Promise<RipgrepEnd> {
  const started = performance.now();
  let stopped = false;
  const stop = (): void => {
    stopped = true;
    pipe?.destroy();
    child.stdout?.destroy();
    child.kill('SIGKILL');
  };
  // A timer may be early by a part of a millisecond: whoever asks afterwards must find the deadline passed.
  const late = setTimeout(stop, Math.min(MAX_TIMER_MS, Math.max(0, deadline - started) + 1));
  const timer = goOn && setInterval(() => !stopped && !goOn(performance.now() - started) && stop(), TICK_MS);
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    if (errors.length < MAX_ERROR_CHARS) errors += chunk.toString('utf8');
  });
  let failure: Error | undefined;
  const take = (chunk: Buffer): boolean | number => {
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
  child.stdout?.on('data', take);
  // A pipe that breaks because the program was ended says nothing new.
  child.stdout?.on('error', () => undefined);
  child.stderr?.on('error', () => undefined);
  child.once('exit', () => pipe?.hurry());
  signal.addEventListener('abort', stop, { once: true });
  try {
    const [exitCode] = await Promise.all([exitCodeOf(child), pipe?.read(take)]);
    signal.throwIfAborted();
    if (failure !== undefined) throw failure;
    if (exitCode === undefined && !stopped)
      throw new ToolFailure(searchErrors.SEARCH_FAILED({ message: `ripgrep was ended: ${child.signalCode}.` }));
    return { exitCode: stopped ? undefined : exitCode, errors };
  } finally {
    clearTimeout(late);
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

/** ripgrep needs no variable; Windows programs do not start without these. */
function systemEnvironment(): Record<string, string> {
  const { SystemRoot, SYSTEMROOT } = process.env;
  const root = SystemRoot ?? SYSTEMROOT;
  return root === undefined ? {} : { SystemRoot: root };
}

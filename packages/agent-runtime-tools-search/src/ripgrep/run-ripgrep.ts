import type { ChildProcess } from 'node:child_process';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { searchErrors } from '../errors.ts';

export interface RipgrepOptions {
  readonly program: string;
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Called with bytes that are gone afterwards. False ends the program: the rest is not needed. */
  readonly onOutput: (chunk: Buffer) => boolean;
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
  const { signal, onOutput, goOn } = options;
  signal.throwIfAborted();
  const child = await spawnRipgrep(args, options);
  const started = performance.now();
  let stopped = false;
  const stop = (): void => {
    stopped = true;
    child.stdout?.destroy();
    child.kill('SIGKILL');
  };
  const timer = goOn && setInterval(() => !stopped && !goOn(performance.now() - started) && stop(), TICK_MS);
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    if (errors.length < MAX_ERROR_CHARS) errors += chunk.toString('utf8');
  });
  let failure: Error | undefined;
  child.stdout?.on('data', (chunk: Buffer) => {
    if (stopped) return;
    try {
      if (!onOutput(chunk)) stop();
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      stop();
    }
  });
  // A pipe that breaks because the program was ended says nothing new.
  child.stdout?.on('error', () => undefined);
  child.stderr?.on('error', () => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const exitCode = await new Promise<number | undefined>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? undefined));
    });
    signal.throwIfAborted();
    if (failure !== undefined) throw failure;
    if (exitCode === undefined && !stopped)
      throw new ToolFailure(searchErrors.SEARCH_FAILED({ message: `ripgrep was ended: ${child.signalCode}.` }));
    return { exitCode: stopped ? undefined : exitCode, errors };
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', stop);
  }
}

const TICK_MS = 5;
const MAX_ERROR_CHARS = 16_384;

async function spawnRipgrep(
  args: readonly string[],
  { program, cwd }: Pick<RipgrepOptions, 'program' | 'cwd'>,
): Promise<ChildProcess> {
  const { execa } = await import('execa');
  const subprocess = execa(program, args, {
    cwd,
    env: systemEnvironment(),
    extendEnv: false,
    stdin: 'ignore',
    stdout: 'pipe',
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

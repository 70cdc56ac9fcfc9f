import { execFile } from 'node:child_process';

export interface ProgramRun {
  readonly ok: boolean;
  /** Its stdout and stderr, and a note if it was killed after the timeout. */
  readonly output: string;
}

export interface ProgramOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs?: number;
}

/** Runs a program and returns its output. Never rejects. */
export function runProgram(command: string, args: readonly string[], options: ProgramOptions): Promise<ProgramRun> {
  const { cwd, env = process.env, timeoutMs: timeout = 120_000 } = options;
  return new Promise((resolve) => {
    execFile(command, args, { cwd, env: { ...env }, timeout, killSignal: 'SIGKILL' }, (error, stdout, stderr) => {
      const timedOut = error?.killed === true ? `did not end within ${timeout} ms\n` : '';
      resolve({ ok: error === null, output: `${stdout}${stderr}${timedOut}` });
    });
  });
}

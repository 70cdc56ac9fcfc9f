import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** The state folder of the toolbox in these tests. */
export const STATE = mkdtempSync(join(tmpdir(), 'toolbox-state-'));
afterAll(() => rmSync(STATE, { recursive: true, force: true }));

/** The program as users start it. */
export const BIN = join(import.meta.dirname, '..', 'bin', 'toolbox.js');

/** The same program with packs for tests. */
export const TEST_TOOLBOX = join(import.meta.dirname, 'fixtures', 'test-toolbox.ts');

export interface RunOptions {
  /** Default: the program with the packs for tests. */
  readonly entry?: string;
  readonly input?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Redirects stdout to this file. */
  readonly stdoutTo?: string | undefined;
  /** Calls `act` with the child as soon as its stdout or stderr contains a text. */
  readonly when?: { readonly shows: string; readonly act: (child: ChildProcess, shown: string) => void };
}

export interface RunResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the toolbox to its end, without a terminal. */
export function runToolbox(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return run('sh', ['-c', commandLine(args, options)], { input: '', ...options });
}

export interface TerminalOptions extends Omit<RunOptions, 'input'> {
  readonly columns?: number;
}

/** Runs the toolbox in a real terminal, whose output is in `stdout`. */
export function runInTerminal(
  args: readonly string[],
  { columns = 80, ...options }: TerminalOptions = {},
): Promise<RunResult> {
  const command = `stty cols ${columns} && ${commandLine(args, options)}`;
  return run('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], options);
}

function commandLine(args: readonly string[], { entry = TEST_TOOLBOX, stdoutTo }: RunOptions): string {
  const words = [process.execPath, entry, ...args].map(quoted);
  return `exec ${words.join(' ')}${stdoutTo === undefined ? '' : ` >${quoted(stdoutTo)}`}`;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function run(program: string, args: readonly string[], { input, cwd, env = {}, when }: RunOptions): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { PATH: process.env['PATH'], TERM: 'xterm', SHELL: '/bin/sh', TOOLBOX_HOME: STATE, ...env },
    });
    const seen = { stdout: '', stderr: '' };
    let acted = false;
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (chunk: string) => {
        seen[name] += chunk;
        if (acted || when === undefined || !seen[name].includes(when.shows)) return;
        acted = true;
        when.act(child, seen[name]);
      });
    }
    // It is not an error if the child does not read its input.
    child.stdin.on('error', () => {});
    if (input !== undefined) child.stdin.end(input);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...seen }));
  });
}

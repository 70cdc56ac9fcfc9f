import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { SandboxCheck } from '../../src/index.ts';
import { makeFolder } from '../test-sandbox.ts';

/** A user that nobody is. */
export const NOBODY = 65_534;

/** The users that this test can be: root, where it is root, and one without any rights. */
export const users: readonly { readonly name: string; readonly uid: number | undefined }[] =
  process.getuid?.() === 0
    ? [
        { name: 'root', uid: undefined },
        { name: 'an unprivileged user', uid: NOBODY },
      ]
    : [{ name: 'an unprivileged user', uid: undefined }];

export interface CodeCall {
  readonly language: 'python' | 'bash' | 'javascript';
  readonly code: string;
  readonly timeout?: number;
  readonly memoryMb?: number;
  readonly cpuSeconds?: number;
}

export interface CallOutcome {
  readonly ms: number;
  readonly value?: {
    readonly stdout: string;
    readonly stderr: string;
    readonly exitCode: number;
    readonly limitHit?: string;
    readonly refused?: readonly string[];
    readonly filesChanged: readonly string[];
  };
  readonly error?: { readonly code: string; readonly message: string };
}

/** Runs calls in a process of their own, as one of the users. */
export async function runAs(
  uid: number | undefined,
  root: string,
  calls: readonly CodeCall[],
): Promise<{ readonly check: SandboxCheck; readonly outcomes: readonly CallOutcome[]; readonly grownBytes: number }> {
  const state = makeFolder({}, uid);
  try {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'run-calls.ts')], {
      env: { PATH: '/usr/bin:/bin', HOME: state, TMPDIR: '/tmp' },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(uid !== undefined && { uid, gid: uid }),
    });
    child.stdin.end(JSON.stringify({ root, state, calls }));
    const [printed, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
    if (printed === '') throw new Error(`The calls could not be made: ${complaints}`);
    return JSON.parse(printed);
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}

import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
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
  const [file = '', ...args] = uid === undefined ? PROGRAM : asUser(uid, join(state, 'repository'));
  try {
    const child = spawn(file, args, {
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: state, TMPDIR: '/tmp' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stdin.end(JSON.stringify({ root, state, calls }));
    const [printed, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
    if (printed === '') throw new Error(`The calls could not be made: ${complaints}`);
    return JSON.parse(printed);
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}

const REPOSITORY = join(import.meta.dirname, '../../../..');
const PROGRAM = [process.execPath, join(import.meta.dirname, 'run-calls.ts')];

/**
 * The program as another user, who need not be able to reach this folder: for that process alone, the repository is
 * mounted where everybody gets to.
 */
function asUser(uid: number, place: string): string[] {
  mkdirSync(place);
  const moved = PROGRAM.map((path) => (path.startsWith(REPOSITORY) ? place + path.slice(REPOSITORY.length) : path));
  const mountAndGo = 'mount --bind "$1" "$2" && shift 2 && exec "$@"';
  const become = ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
  return ['unshare', '--mount', 'sh', '-c', mountAndGo, 'sh', REPOSITORY, place, ...become, ...moved];
}

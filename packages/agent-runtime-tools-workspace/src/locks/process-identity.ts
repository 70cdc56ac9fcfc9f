import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Who holds a lock or a journal: `host/pid/start/thread`. The start tells a process from a later one with its number. */
export type ProcessIdentity = string;

const startOf = (pid: number): string => {
  try {
    // The 22nd field; the second may itself hold blanks and parentheses.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
};

const host = hostname().replaceAll('/', '_');
const start = startOf(process.pid);
/** Threads share a process: each copy of this module has its own mark. */
const thread = randomBytes(6).toString('hex');

export const ownIdentity: ProcessIdentity = `${host}/${process.pid}/${start}/${thread}`;

/**
 * Whether the holder may still be at work. `isActive` answers for this very thread. A holder on another machine
 * counts as alive: nothing here can tell.
 */
export function isAlive(identity: ProcessIdentity, isActive: () => boolean): boolean {
  const [theirHost, pid = '', theirStart = '', theirThread] = identity.split('/');
  if (theirHost !== host) return theirHost !== undefined && theirHost !== '';
  if (Number(pid) === process.pid && theirStart === start && theirThread === thread) return isActive();
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const now = startOf(Number(pid));
  return theirStart === '' || now === '' || now === theirStart;
}

import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { isMainThread } from 'node:worker_threads';

/**
 * Who holds a lock or a journal: `machine/pidSpace/pid/start/thread`. The machine is this boot of it, whatever the
 * container calls its host; process numbers mean something in their space alone; the start tells a process from a later
 * one with its number.
 */
export type ProcessIdentity = string;

const machine = attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()) || hostname();
const pidSpace = attempt(() => readlinkSync('/proc/self/ns/pid')) || hostname();
const start = startOf(process.pid);
/** Threads share a process: each copy of this module has its own mark. */
const thread = `${isMainThread ? 'm' : 'w'}${randomBytes(6).toString('hex')}`;

export const ownIdentity: ProcessIdentity = [machine, pidSpace, process.pid, start, thread]
  .map((part) => String(part).replaceAll('/', '_'))
  .join('/');

/** What can be told of a holder without asking for its lease. */
export type KnownHolder = 'own' | 'alive' | 'dead' | 'unknown';

/**
 * The main thread lives as long as its process; a worker may end before it. Processes of another machine or container
 * cannot be looked at.
 */
export function lookAt(identity: ProcessIdentity): KnownHolder {
  if (identity === ownIdentity) return 'own';
  const [theirMachine, theirSpace, pid = '', theirStart = '', theirThread = ''] = identity.split('/');
  const [ownMachine, ownSpace] = ownIdentity.split('/');
  if (theirMachine !== ownMachine || theirSpace !== ownSpace) return 'unknown';
  if (!isRunning(Number(pid), theirStart)) return 'dead';
  return theirThread.startsWith('m') ? 'alive' : 'unknown';
}

/**
 * Whether a holder may be at work, for those who keep leases of their own: what cannot be looked at may be. `isActive`
 * answers for this very thread.
 */
export function isProcessAlive(identity: ProcessIdentity, isActive: () => boolean): boolean {
  const known = lookAt(identity);
  return known === 'own' ? isActive() : known !== 'dead';
}

/** Whether a holder's clock is this one's. */
export function sharesClock(identity: ProcessIdentity): boolean {
  return identity.split('/')[0] === ownIdentity.split('/')[0];
}

function isRunning(pid: number, theirStart: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const now = startOf(pid);
  return theirStart === '' || now === '' || now === theirStart;
}

function startOf(pid: number): string {
  // The 22nd field; the second may itself hold blanks and parentheses.
  const text = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function attempt(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

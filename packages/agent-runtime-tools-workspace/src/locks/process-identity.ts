import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { isMainThread } from 'node:worker_threads';

/**
 * Identifies the holder of a lock or a transaction: `machine/pidSpace/pid/start/thread`. The machine is its boot id, which
 * containers share; a pid is unique within its namespace; the start time tells a process from a later one with its pid.
 */
export type ProcessIdentity = string;

const machine = readOrEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()) || hostname();
const pidSpace = readOrEmpty(() => readlinkSync('/proc/self/ns/pid')) || hostname();
const start = startOf(process.pid);
/** Threads of a process have different marks, because each loads its own copy of this module. */
const thread = `${isMainThread ? 'm' : 'w'}${randomBytes(6).toString('hex')}`;

export const ownIdentity: ProcessIdentity = [machine, pidSpace, process.pid, start, thread]
  .map((part) => String(part).replaceAll('/', '_'))
  .join('/');

/** What is known about a holder without its lease. */
export type HolderCheck = 'own' | 'alive' | 'dead' | 'unknown';

/**
 * The main thread lives as long as its process; a worker may end earlier. Processes of another machine or container cannot
 * be checked.
 */
export function checkHolder(identity: ProcessIdentity): HolderCheck {
  if (identity === ownIdentity) return 'own';
  const [theirMachine, theirSpace, pid = '', theirStart = '', theirThread = ''] = identity.split('/');
  const [ownMachine, ownSpace] = ownIdentity.split('/');
  if (theirMachine !== ownMachine || theirSpace !== ownSpace) return 'unknown';
  if (!isRunning(Number(pid), theirStart)) return 'dead';
  return theirThread.startsWith('m') ? 'alive' : 'unknown';
}

/**
 * Whether a holder may be alive, for callers with leases of their own: a process that cannot be checked may be. `isActive`
 * answers for holders of this thread.
 */
export function isProcessAlive(identity: ProcessIdentity, isActive: () => boolean): boolean {
  const known = checkHolder(identity);
  return known === 'own' ? isActive() : known !== 'dead';
}

/** Whether a holder runs on this machine, and so has the same clock. */
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
  const text = readOrEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function readOrEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

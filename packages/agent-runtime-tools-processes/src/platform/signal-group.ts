/** Signals a whole group. False when there is nobody in it, or nobody this process may signal. */
export function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  return signalProcess(-pid, signal);
}

/** Also true for a group of processes that this one may not signal. */
export function groupExists(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** False when there is no such process, or it may not be signalled. */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

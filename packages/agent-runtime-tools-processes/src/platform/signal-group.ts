/** Signals a process group. False if the group is empty or this process may not signal it. */
export function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  return signalProcess(-pid, signal);
}

/** True also for a group that this process may not signal. */
export function groupExists(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** False if there is no such process or this process may not signal it. */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

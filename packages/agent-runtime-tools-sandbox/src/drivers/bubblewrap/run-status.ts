import { readFileSync } from 'node:fs';

/** What bubblewrap tells about a run. */
export interface RunStatus {
  /** The first process inside, by its number outside. */
  readonly firstProcess?: number;
  /** There only when the program was really started. */
  readonly exitCode?: number;
}

export function readStatus(path: string): RunStatus {
  const text = readText(path);
  const firstProcess = /"child-pid": (\d+)/.exec(text)?.[1];
  const exitCode = /"exit-code": (\d+)/.exec(text)?.[1];
  return {
    ...(firstProcess !== undefined && { firstProcess: Number(firstProcess) }),
    ...(exitCode !== undefined && { exitCode: Number(exitCode) }),
  };
}

/** Process numbers come back: this one must still be bubblewrap's. */
export function isStillBubblewrap(pid: number): boolean {
  return readText(`/proc/${pid}/comm`).trim() === 'bwrap';
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

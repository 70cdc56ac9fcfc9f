import { readFileSync } from 'node:fs';

/** The status of a run as reported by bubblewrap. */
export interface RunStatus {
  /** The process id, outside the sandbox, of the first process inside. */
  readonly firstProcess?: number;
  /** Present only if the program was started. */
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

/** Process ids are reused, so check that this one still belongs to bubblewrap. */
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

import { accessSync, constants } from 'node:fs';

/** Whether the system has a program. Suites that need it are skipped without it, and fail where it does not do its work. */
export function isThere(program: string): boolean {
  return ['/usr/bin', '/bin', '/usr/sbin', '/usr/local/bin'].some((folder) => {
    try {
      accessSync(`${folder}/${program}`, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

export const hasSandbox = isThere('bwrap') && isThere('prlimit') && isThere('python3');

import { refuse, workspaceErrors } from '../errors.ts';

/** Refuses to change a file that is not as it was known. */
export function stale(display: string, why = 'it changed on disk since it was read'): never {
  return refuse(
    workspaceErrors.STALE_FILE({ message: `${display} cannot be changed: ${why}.`, details: { path: display } }),
  );
}

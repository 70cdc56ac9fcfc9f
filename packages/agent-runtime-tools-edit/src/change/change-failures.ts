import { workspaceErrors, type ResolvedPath } from '@ku0/agent-runtime-tools-workspace';
import { throwFailure } from '../errors.ts';

/** The error for a file that changed after it was read or approved. */
export function staleFile({ display }: ResolvedPath, when: string): ReturnType<typeof workspaceErrors.STALE_FILE> {
  return workspaceErrors.STALE_FILE({
    message: `${display} changed on disk ${when}.`,
    details: { path: display },
  });
}

export function tooLarge(what: string, maxBytes: number): ReturnType<typeof workspaceErrors.TOO_LARGE> {
  return workspaceErrors.TOO_LARGE({
    message: `${what} would be larger than the limit of ${maxBytes} bytes.`,
    suggestion: 'Change fewer or smaller files in one call.',
    details: { maxBytes },
  });
}

/** Refuses a file whose path now leads elsewhere, such as through a link created after it was read. */
export function checkSameFile({ file }: { readonly file: ResolvedPath }, written: ResolvedPath): void {
  if (written.path !== file.path) throwFailure(staleFile(file, 'during the call'));
}

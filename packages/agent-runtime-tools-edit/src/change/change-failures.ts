import { workspaceErrors, type ResolvedPath } from '@ku0/agent-runtime-tools-workspace';

/** A file that is not the one which was read, or shown to whoever approved. */
export function stale({ display }: ResolvedPath, when: string): ReturnType<typeof workspaceErrors.STALE_FILE> {
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

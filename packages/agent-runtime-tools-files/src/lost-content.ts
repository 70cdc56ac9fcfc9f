import type { CommittedChange } from '@ku0/agent-runtime-tools-workspace';

/** A warning for each file whose earlier content undo cannot bring back. */
export function lostContent({ files }: CommittedChange): string[] {
  return files
    .filter(({ lost }) => lost === true)
    .map(
      ({ path }) =>
        `What was at ${path} could not be kept (too large, or not only files): undo_change cannot bring it back.`,
    );
}

import type { CommittedChange } from '@ku0/agent-runtime-tools-workspace';

/** A warning for each file whose old content undo cannot restore. */
export function lostContentWarnings({ files }: CommittedChange): string[] {
  return files
    .filter(({ lost }) => lost === true)
    .map(
      ({ path }) =>
        `The old content of ${path} could not be kept (too large, or not only files): undo_change cannot restore it.`,
    );
}

import { cutText } from '@ku0/agent-runtime-tools-core';
import { renameDiff, unifiedDiff } from '@ku0/agent-runtime-tools-workspace';
import type { EditedFile, EditedHunk } from './edited-files.ts';

interface Change {
  readonly status: EditedFile['status'];
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly from?: string;
  readonly to: string;
  /** The text of a file that the move overwrote. */
  readonly replaced?: string | undefined;
}

interface Notes {
  readonly hunks?: readonly EditedHunk[];
  readonly replacements?: number;
}

/** A changed file for the result, with a diff of at most `maxDiffChars` characters. */
export function describeChange(
  { status, before, after, from, to, replaced }: Change,
  { hunks = [], replacements }: Notes,
  { maxDiffChars }: { readonly maxDiffChars: number },
): EditedFile {
  const { text, added, removed } = unifiedDiff(before, after, { from, to });
  const gone = unifiedDiff(replaced, undefined, { to });
  const diff = from === undefined ? text : gone.text + renameDiff(from, to, text);
  return {
    path: to,
    status,
    ...(from !== undefined && { from }),
    hunks: hunks.slice(0, MAX_HUNKS),
    diff: cutText(diff, maxDiffChars, 'the change itself is complete'),
    added,
    removed: removed + gone.removed,
    ...(replacements !== undefined && { replacements }),
  };
}

const MAX_HUNKS = 1000;

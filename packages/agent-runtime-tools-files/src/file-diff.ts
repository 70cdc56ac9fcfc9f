import { ToolFailure, printable } from '@ku0/agent-runtime-tools-core';
import { parseTextFile, unifiedDiff } from '@ku0/agent-runtime-tools-workspace';

export interface FileDiff {
  readonly text: string;
  readonly added: number;
  readonly removed: number;
}

/** The content of a file: undefined if there is none, `unread` if it is too large to read. */
export type KnownContent = Uint8Array | 'unread' | undefined;

/** The change of one file as a git diff, or a line that says why there is none. */
export function fileDiff(before: KnownContent, after: KnownContent, path: string): FileDiff {
  if (before === 'unread' || after === 'unread' || isLarge(before) || isLarge(after))
    return note(`The file is too large for a diff: ${printable(path)}`);
  const [old, changed] = [textOf(before), textOf(after)];
  if (old === null || changed === null) return isSame(before, after) ? note('') : note(binaryLine(before, after, path));
  const { text, added, removed } = unifiedDiff(old, changed, { to: path, maxLines: MAX_DIFF_LINES });
  if (text.length <= MAX_DIFF_CHARS) return { text, added, removed };
  return { ...note(`The diff is too long to show: ${printable(path)}`), added, removed };
}

/** The largest file whose old content is read for its diff. */
export const MAX_DIFF_BYTES = 2 * 1024 * 1024;
const MAX_DIFF_LINES = 2000;
const MAX_DIFF_CHARS = 256 * 1024;

function isLarge(content: Uint8Array | undefined): boolean {
  return content !== undefined && content.byteLength > MAX_DIFF_BYTES;
}

/** Null if it is not text. */
function textOf(content: Uint8Array | undefined): string | undefined | null {
  if (content === undefined) return undefined;
  try {
    return parseTextFile(content).text;
  } catch (error) {
    if (error instanceof ToolFailure) return null;
    throw error;
  }
}

function isSame(before: Uint8Array | undefined, after: Uint8Array | undefined): boolean {
  return before !== undefined && after !== undefined && Buffer.compare(before, after) === 0;
}

function binaryLine(before: Uint8Array | undefined, after: Uint8Array | undefined, path: string): string {
  const side = (name: string, content: Uint8Array | undefined): string =>
    content === undefined ? '/dev/null' : printable(`${name}/${path}`);
  return `Binary files ${side('a', before)} and ${side('b', after)} differ`;
}

function note(text: string): FileDiff {
  return { text: text === '' ? '' : `${text}\n`, added: 0, removed: 0 };
}

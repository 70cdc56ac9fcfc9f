import { ToolFailure, printable } from '@ku0/agent-runtime-tools-core';
import { parseTextFile, unifiedDiff } from '@ku0/agent-runtime-tools-workspace';

export interface FileDiff {
  readonly text: string;
  readonly added: number;
  readonly removed: number;
}

/** Content as far as it was read: undefined where there is no file, `unread` where it is too large to look at. */
export type KnownContent = Uint8Array | 'unread' | undefined;

/** The change of one file in git's form. What cannot be shown is said in a line. */
export function fileDiff(before: KnownContent, after: KnownContent, path: string): FileDiff {
  if (before === 'unread' || after === 'unread' || isLarge(before) || isLarge(after))
    return line(`The file is too large for a diff: ${printable(path)}`);
  const [old, fresh] = [textOf(before), textOf(after)];
  if (old === null || fresh === null) return same(before, after) ? line('') : line(binaryLine(before, after, path));
  const { text, added, removed } = unifiedDiff(old, fresh, { to: path, maxLines: MAX_DIFF_LINES });
  if (text.length <= MAX_DIFF_CHARS) return { text, added, removed };
  return { ...line(`The diff is too long to be shown: ${printable(path)}`), added, removed };
}

/** The largest file whose old content is read for its diff. */
export const MAX_DIFF_BYTES = 2 * 1024 * 1024;
const MAX_DIFF_LINES = 2000;
const MAX_DIFF_CHARS = 256 * 1024;

function isLarge(content: Uint8Array | undefined): boolean {
  return content !== undefined && content.byteLength > MAX_DIFF_BYTES;
}

/** Null when it is no text. */
function textOf(content: Uint8Array | undefined): string | undefined | null {
  if (content === undefined) return undefined;
  try {
    return parseTextFile(content).text;
  } catch (error) {
    if (error instanceof ToolFailure) return null;
    throw error;
  }
}

function same(before: Uint8Array | undefined, after: Uint8Array | undefined): boolean {
  return before !== undefined && after !== undefined && Buffer.compare(before, after) === 0;
}

function binaryLine(before: Uint8Array | undefined, after: Uint8Array | undefined, path: string): string {
  const side = (name: string, content: Uint8Array | undefined): string =>
    content === undefined ? '/dev/null' : printable(`${name}/${path}`);
  return `Binary files ${side('a', before)} and ${side('b', after)} differ`;
}

function line(text: string): FileDiff {
  return { text: text === '' ? '' : `${text}\n`, added: 0, removed: 0 };
}

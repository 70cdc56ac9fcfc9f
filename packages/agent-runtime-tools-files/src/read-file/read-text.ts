import type { ReadLinesOptions, WorkspaceLines } from '@ku0/agent-runtime-tools-workspace';
import type { FileCall } from '../file-call.ts';
import type { ReadLimits } from '../read-limits.ts';
import { enclosingBlock } from './enclosing-block.ts';
import type { FileRead } from './read-file.ts';

export interface TextCall extends Pick<FileCall, 'workspace' | 'owner' | 'signal'> {
  readonly limits: ReadLimits;
}

/** The encoding, if the caller overrides the detected one. */
export type ReadAs = Pick<ReadLinesOptions, 'encoding'>;

/** Lines from the index `start` on. */
export async function readSlice(
  path: string,
  { start, limit, as }: { start: number; limit: number | undefined; as: ReadAs },
  { workspace, owner, signal, limits }: TextCall,
): Promise<FileRead> {
  const { maxLines, maxBytes, maxLineBytes } = limits;
  const read = await workspace.readLines(path, {
    start,
    limit: limit ?? maxLines,
    maxBytes,
    maxLineBytes,
    countLines: true,
    keepBreaks: true,
    signal,
    ...owner,
    ...as,
  });
  return describe(read, { start, lines: read.lines, cut: read.cutLines, truncated: read.truncated });
}

/** The block around the line with the index `anchor`, by indentation. */
export async function readBlock(
  path: string,
  { anchor: anchorIndex, limit, as }: { anchor: number; limit: number | undefined; as: ReadAs },
  call: TextCall,
): Promise<FileRead> {
  const { workspace, owner, limits } = call;
  const { from, read } = await readAround(path, anchorIndex, { ...call, as });
  const anchor = anchorIndex - from;
  const isThere = anchor < read.lines.length;
  const block = isThere ? enclosingBlock(read.lines, anchor) : { start: 0, end: 0 };
  const { start, end } = windowOf(block, { anchor, size: limit ?? limits.maxLines });
  const lines = read.lines.slice(start, end);
  const cut = read.cutLines.filter((line) => line >= start && line < end).map((line) => line - start);
  // A block that reaches the edge of the lines that were read may go on beyond it.
  const isCut =
    end - start < block.end - block.start || (start === 0 && from > 0) || (end === read.lines.length && read.truncated);
  const { version, hash, file } = read;
  workspace.tracker.recordRead(owner, file.path, { version, hash, lines: [from + start, from + end] });
  return describe(read, { start: from + start, lines, cut, truncated: isThere && isCut });
}

/** As many lines around the anchor as the byte limit allows: fewer if lines are long. */
async function readAround(
  path: string,
  anchorIndex: number,
  { workspace, owner, signal, limits, as }: TextCall & { readonly as: ReadAs },
): Promise<{ from: number; read: WorkspaceLines }> {
  for (const reach of REACHES) {
    const from = Math.max(0, anchorIndex - reach);
    const read = await workspace.readLines(path, {
      start: from,
      limit: anchorIndex - from + reach + 1,
      maxBytes: MAX_AROUND_BYTES,
      maxLineBytes: limits.maxLineBytes,
      countLines: true,
      keepBreaks: true,
      signal,
      ...owner,
      track: false,
      ...as,
    });
    if (reach === 0 || anchorIndex - from < read.lines.length || !read.truncated) return { from, read };
  }
  throw new RangeError('The list of reaches ends with 0.');
}

const REACHES = [5000, 200, 0];
const MAX_AROUND_BYTES = 4 * 1024 * 1024;

/** Cuts a block that is too long to the lines around the anchor. */
function windowOf(
  { start, end }: { start: number; end: number },
  { anchor, size }: { anchor: number; size: number },
): { start: number; end: number } {
  if (end - start <= size) return { start, end };
  const first = Math.max(start, Math.min(anchor - Math.floor(size / 2), end - size));
  return { start: first, end: first + size };
}

function describe(
  { file, size, modifiedMs, totalLines, encoding }: WorkspaceLines,
  {
    start,
    lines,
    cut,
    truncated,
  }: { start: number; lines: readonly string[]; cut: readonly number[]; truncated: boolean },
): FileRead {
  const isCut = new Set(cut);
  const last = lines.length - 1;
  // A cut line has lost its line break. The last line ends without one if more lines follow.
  const text = lines.map((line, index) => (isCut.has(index) && index < last ? `${line}\n` : line)).join('');
  const hasMore = totalLines !== undefined && start + lines.length < totalLines;
  const content = hasMore ? text.replace(/\r?\n$/, '') : text;
  return {
    path: file.display,
    content,
    size,
    modified: new Date(modifiedMs).toISOString(),
    encoding,
    truncated: truncated || cut.length > 0,
    startLine: start + 1,
    lines: lines.length,
    ...(totalLines !== undefined && { totalLines }),
    ...(truncated && hasMore && { nextOffset: start + lines.length + 1 }),
    ...(cut.length > 0 && { cutLines: cut.map((index) => start + index + 1) }),
  };
}

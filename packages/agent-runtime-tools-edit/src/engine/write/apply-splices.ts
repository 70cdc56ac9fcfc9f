import type { FileText } from '../file-text.ts';
import type { HunkLines } from '../hunk-lines.ts';
import type { Splice } from './write-place.ts';

/** The text with lines replaced. All other lines keep their bytes, and a missing final newline stays missing. */
export function applySplices(
  file: FileText,
  splices: readonly Splice[],
  { finalNewline, lineEnd = '\n' }: { finalNewline?: HunkLines['finalNewline']; lineEnd?: string | undefined } = {},
): string {
  const sorted = splices.toSorted((one, other) => one.start - other.start || one.end - other.end);
  // Lines next to a change provide its line ends; everything further away is copied in one piece.
  const first = Math.max(0, (sorted[0]?.start ?? file.lines.length - 1) - 1);
  const last = Math.min(file.lines.length, (sorted.at(-1)?.end ?? file.lines.length) + 1);
  const lines: Line[] = [];
  let at = first;
  for (const splice of sorted) {
    copyLines(file, [at, splice.start], lines);
    lines.push(...splice.lines);
    at = splice.end;
  }
  copyLines(file, [at, last], lines);
  const toEnd = last === file.lines.length;
  if (toEnd && finalNewline === 'remove' && lines.at(-1)?.text === '') lines.pop();
  if (toEnd && finalNewline === 'add' && lines.at(-1)?.text !== '') lines.push({ text: '' });
  return (
    file.byteOrderMark +
    file.splitAtLine(first)[0] +
    joinLines(lines, { toEnd, above: file.lineEnds[first - 1], lineEnd }) +
    file.splitAtLine(last)[1]
  );
}

interface Line {
  readonly text: string;
  readonly end?: string;
}

function copyLines(file: FileText, [from, to]: readonly [number, number], lines: Line[]): void {
  for (let at = from; at < to; at += 1) {
    const end = file.lineEnds[at] ?? '';
    lines.push(end === '' ? { text: file.lines[at] ?? '' } : { text: file.lines[at] ?? '', end });
  }
}

/** A line without a line end gets that of the line before it; the last line of a text gets none. */
function joinLines(
  lines: readonly Line[],
  { toEnd, above, lineEnd }: { toEnd: boolean; above: string | undefined; lineEnd: string },
): string {
  let joined = '';
  let end = above ?? lines.find((line) => line.end !== undefined)?.end ?? lineEnd;
  for (const [index, line] of lines.entries()) {
    end = line.end ?? end;
    joined += toEnd && index === lines.length - 1 ? line.text : line.text + end;
  }
  return joined;
}

/** A line of the result: whole, or the part around the match if it is very long. */
export interface Excerpt {
  readonly text: string;
  /** The 1-based column of the match in the whole line, in UTF-16 units; 0 for a context line. */
  readonly column: number;
  /** `…` marks where the line was cut. */
  readonly cut: boolean;
}

export const MAX_LINE_BYTES = 2_000;
/** The bytes of a long line that are shown before its match. */
const LEAD_BYTES = 400;

/** `column` is 1-based in bytes; 0 for a context line. The line comes without its line ending. */
export function excerpt(line: Buffer, column: number): Excerpt {
  if (line.length <= MAX_LINE_BYTES) {
    const text = line.toString('utf8');
    const isAscii = text.length === line.length;
    return {
      text,
      column: isAscii || column <= 1 ? column : line.toString('utf8', 0, column - 1).length + 1,
      cut: false,
    };
  }
  const { from, to } = excerptWindow(column);
  return {
    text: cutText(line.subarray(from, to), { before: from > 0, after: to < line.length }),
    column: column <= 1 ? column : line.toString('utf8', 0, column - 1).length + 1,
    cut: true,
  };
}

/** The range of bytes that is shown of a long line. */
export function excerptWindow(column: number): { from: number; to: number } {
  const from = Math.max(0, column - 1 - LEAD_BYTES);
  return { from, to: from + MAX_LINE_BYTES };
}

/** The bytes as text, without incomplete characters at the cuts. */
export function cutText(bytes: Buffer, { before, after }: { before: boolean; after: boolean }): string {
  let [from, to] = [0, bytes.length];
  if (before) while (from < 3 && isContinuation(bytes[from])) from++;
  if (after) {
    let lead = to - 1;
    while (lead > to - 4 && lead > from && isContinuation(bytes[lead])) lead--;
    if (lead + characterBytes(bytes[lead] ?? 0) > to) to = lead;
  }
  return `${before ? '…' : ''}${bytes.toString('utf8', from, to)}${after ? '…' : ''}`;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function characterBytes(lead: number): number {
  return lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
}

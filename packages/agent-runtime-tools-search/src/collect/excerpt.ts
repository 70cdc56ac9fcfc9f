/** A line as it is shown: whole, or the part around the match where it is very long. */
export interface Excerpt {
  readonly text: string;
  /** 1-based, in UTF-16 units of the whole line: where the match begins; 0 for a line of context. */
  readonly column: number;
  /** The line goes on where `…` stands. */
  readonly cut: boolean;
}

export const MAX_LINE_BYTES = 2_000;
/** How much of a long line is shown before its match. */
const LEAD_BYTES = 400;

/** `column` counts bytes from 1; 0 for a line of context. Line endings must be off already. */
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

/** Which bytes of a long line are shown. */
export function excerptWindow(column: number): { from: number; to: number } {
  const from = Math.max(0, column - 1 - LEAD_BYTES);
  return { from, to: from + MAX_LINE_BYTES };
}

/** The bytes as text, without the halves of characters at a cut. */
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

import { cutToWidth, textWidth, wrapToWidth } from './text-width.ts';

/** One cell: its text, and how it is painted once its width is known. */
export interface Cell {
  readonly text: string;
  readonly paint: (text: string) => string;
}

export interface TableOptions {
  /** Where lines should end. */
  readonly width: number;
  /** The column that gives way where a line would be wider, and how. */
  readonly flexible: number;
  readonly overflow: 'cut' | 'wrap';
}

/** Rows as lines with aligned columns. */
export function tableLines(rows: readonly (readonly Cell[])[], { width, flexible, overflow }: TableOptions): string[] {
  const natural = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => textWidth(row[column]?.text ?? ''))),
  );
  const others = natural.reduce(
    (sum, each, column) => (column === flexible || each === 0 ? sum : sum + each + GAP),
    INDENT,
  );
  const widths = natural.map((each, column) =>
    column === flexible ? Math.min(each, Math.max(LEAST, width - others)) : each,
  );
  const fitted = rows.flatMap((row) =>
    overflow === 'cut' ? [cutRow(row, flexible, widths)] : wrappedRows(row, flexible, widths),
  );
  return fitted.map((row) => ' '.repeat(INDENT) + rowLine(row, widths));
}

const INDENT = 2;
const GAP = 2;
const LEAST = 20;

function cutRow(row: readonly Cell[], flexible: number, widths: readonly number[]): Cell[] {
  return row.map((cell, column) =>
    column === flexible ? { ...cell, text: cutToWidth(cell.text, widths[column] ?? 0) } : cell,
  );
}

/** The row, and below it rows that have only the rest of the flexible cell. */
function wrappedRows(row: readonly Cell[], flexible: number, widths: readonly number[]): Cell[][] {
  return wrapToWidth(row[flexible]?.text ?? '', widths[flexible] ?? 0).map((piece, line) =>
    row.map((cell, column) => ({ ...cell, text: column === flexible ? piece : line === 0 ? cell.text : '' })),
  );
}

function rowLine(row: readonly Cell[], widths: readonly number[]): string {
  const last = row.findLastIndex((cell) => cell.text !== '');
  return row
    .slice(0, last + 1)
    .map(({ text, paint }, column) => {
      const width = widths[column] ?? 0;
      return width === 0 || column === last
        ? paint(text)
        : paint(text) + ' '.repeat(Math.max(0, width - textWidth(text)) + GAP);
    })
    .join('');
}

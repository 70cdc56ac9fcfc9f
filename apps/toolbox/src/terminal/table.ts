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
  /** With `wrap`: columns that are never wider than this. */
  readonly most?: Readonly<Record<number, number>>;
}

/** Rows as lines with aligned columns. */
export function tableLines(rows: readonly (readonly Cell[])[], options: TableOptions): string[] {
  const { flexible, overflow } = options;
  const widths = columnWidths(rows, options);
  const fitted = rows.flatMap((row) =>
    overflow === 'cut' ? [cutRow(row, flexible, widths)] : wrappedRows(row, widths),
  );
  return fitted.map((row) => ' '.repeat(INDENT) + rowLine(row, widths));
}

/** How wide the columns are; the flexible one takes what the others leave, and never less than it needs to be read. */
export function columnWidths(rows: readonly (readonly Cell[])[], options: Omit<TableOptions, 'overflow'>): number[] {
  const { width, flexible, most = {} } = options;
  const natural = (rows[0] ?? []).map((_, column) => {
    const texts = rows.flatMap((row) => wrapToWidth(row[column]?.text ?? '', most[column] ?? Infinity));
    return Math.max(...texts.map(textWidth));
  });
  const others = natural.reduce(
    (sum, each, column) => (column === flexible || each === 0 ? sum : sum + each + GAP),
    INDENT,
  );
  return natural.map((each, column) => (column === flexible ? Math.min(each, Math.max(LEAST, width - others)) : each));
}

const INDENT = 2;
const GAP = 2;
const LEAST = 20;

function cutRow(row: readonly Cell[], flexible: number, widths: readonly number[]): Cell[] {
  return row.map((cell, column) =>
    column === flexible ? { ...cell, text: cutToWidth(cell.text, widths[column] ?? 0) } : cell,
  );
}

/** The row, and below it rows that have only the rest of its longer cells. */
function wrappedRows(row: readonly Cell[], widths: readonly number[]): Cell[][] {
  const pieces = row.map(({ text }, column) => wrapToWidth(text, widths[column] ?? 0));
  const height = Math.max(...pieces.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    row.map((cell, column) => ({ ...cell, text: pieces[column]?.[line] ?? '' })),
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

import { cutToWidth, textWidth, wrapToWidth } from '@ku0/agent-runtime-tools-terminal';

/** A cell: its text, and the function that colours it after its width has been measured. */
export interface Cell {
  readonly text: string;
  readonly paint: (text: string) => string;
}

export interface TableOptions {
  /** The maximum width of a line. */
  readonly width: number;
  /** The index of the column that is narrowed if a line would be wider. */
  readonly flexible: number;
  /** What happens to text that does not fit the flexible column. */
  readonly overflow: 'cut' | 'wrap';
  /** Maximum widths by column index, for `overflow: 'wrap'`. */
  readonly maxWidths?: Readonly<Record<number, number>>;
}

/** The rows as lines with aligned columns. */
export function tableLines(rows: readonly (readonly Cell[])[], options: TableOptions): string[] {
  const { flexible, overflow } = options;
  const widths = columnWidths(rows, options);
  const fitted = rows.flatMap((row) =>
    overflow === 'cut' ? [cutRow(row, flexible, widths)] : wrappedRows(row, widths),
  );
  return fitted.map((row) => ' '.repeat(INDENT) + rowLine(row, widths));
}

/** The widths of the columns. The flexible column gets the rest of the line, but at least `MIN_FLEXIBLE_WIDTH`. */
export function columnWidths(rows: readonly (readonly Cell[])[], options: Omit<TableOptions, 'overflow'>): number[] {
  const { width, flexible, maxWidths = {} } = options;
  const natural = (rows[0] ?? []).map((_, column) => {
    const texts = rows.flatMap((row) => wrapToWidth(row[column]?.text ?? '', maxWidths[column] ?? Infinity));
    return Math.max(...texts.map(textWidth));
  });
  const others = natural.reduce(
    (sum, each, column) => (column === flexible || each === 0 ? sum : sum + each + GAP),
    INDENT,
  );
  return natural.map((each, column) =>
    column === flexible ? Math.min(each, Math.max(MIN_FLEXIBLE_WIDTH, width - others)) : each,
  );
}

const INDENT = 2;
const GAP = 2;
const MIN_FLEXIBLE_WIDTH = 16;

function cutRow(row: readonly Cell[], flexible: number, widths: readonly number[]): Cell[] {
  return row.map((cell, column) =>
    column === flexible ? { ...cell, text: cutToWidth(cell.text, widths[column] ?? 0) } : cell,
  );
}

/** The row, followed by rows with the continuation of its wrapped cells. */
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

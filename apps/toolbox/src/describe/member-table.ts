import { columnWidths, tableLines, type Cell } from '../terminal/table.ts';

/** The column that says what type a member has. */
const TYPE = 1;
const MOST_TYPE = 32;
const LEAST_DESCRIPTION = 36;

/** Members of a schema as a table whose last column describes them; undefined where a terminal is too narrow for it. */
export function memberTable(rows: readonly (readonly Cell[])[], width: number): string[] | undefined {
  const description = (rows[0]?.length ?? 1) - 1;
  const options = { width, flexible: description, most: { [TYPE]: MOST_TYPE } };
  const widths = columnWidths(rows, options);
  const total = widths.reduce((sum, each) => sum + (each === 0 ? 0 : each + 2), 0);
  const described = widths[description] ?? 0;
  const isCramped = total > width || (described > 0 && described < LEAST_DESCRIPTION && total >= width - 2);
  return isCramped ? undefined : tableLines(rows, { ...options, overflow: 'wrap' });
}

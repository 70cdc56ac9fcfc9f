import type { Paint } from '../terminal/paint.ts';
import { columnWidths, tableLines, type Cell } from '../terminal/table.ts';
import { textWidth, wrapToWidth } from '../terminal/text-width.ts';
import { parameterRows, type ParameterRow } from './parameter-rows.ts';

/** The parameters as a table; one below the other where a terminal is too narrow for that. */
export function parameterLines(schema: unknown, paint: Paint, width: number): string[] {
  const rows = parameterRows(schema);
  if (rows.length === 0) return ['  none'];
  const head = ['name', 'type', 'required', 'default', 'description'].map((text) => ({ text, paint: paint.dim }));
  const table: Cell[][] = [head, ...rows.map((row) => cellsOf(row, paint))];
  const options = { width, flexible: DESCRIPTION, most: { [TYPE]: MOST_TYPE } };
  const widths = columnWidths(table, options);
  const total = widths.reduce((sum, each) => sum + each + 2, 0);
  const isCramped = total > width || ((widths[DESCRIPTION] ?? 0) < LEAST_DESCRIPTION && total >= width - 2);
  if (isCramped) return rows.flatMap((row) => stackedLines(row, paint, width));
  return tableLines(table, { ...options, overflow: 'wrap' });
}

const TYPE = 1;
const DESCRIPTION = 4;
const MOST_TYPE = 32;
const LEAST_DESCRIPTION = 36;

function cellsOf(row: ParameterRow, paint: Paint): Cell[] {
  return [
    { text: row.name, paint: paint.cyan },
    { text: row.type, paint: paint.plain },
    { text: row.required ? 'yes' : 'no', paint: paint.plain },
    { text: row.default, paint: paint.plain },
    { text: row.description, paint: paint.plain },
  ];
}

function stackedLines(row: ParameterRow, paint: Paint, width: number): string[] {
  const facts = [row.required ? 'required' : '', row.default === '' ? '' : `default ${row.default}`].filter(Boolean);
  const inOne = [row.type, ...facts].join(' · ');
  const fits = textWidth(row.name) + textWidth(inOne) + 4 <= width;
  const under = (text: string, style: (text: string) => string): string[] =>
    text === '' ? [] : wrapToWidth(text, width - 6).map((line) => `      ${style(line)}`);
  const beside = fits ? inOne : facts.join(' · ');
  return [
    `  ${paint.cyan(row.name)}${beside === '' ? '' : `  ${paint.dim(beside)}`}`,
    ...(fits ? [] : under(row.type, paint.dim)),
    ...under(row.description, paint.plain),
  ];
}

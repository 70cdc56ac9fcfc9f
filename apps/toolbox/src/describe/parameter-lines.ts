import type { Paint } from '../terminal/paint.ts';
import type { Cell } from '../terminal/table.ts';
import { memberTable } from './member-table.ts';
import { parameterRows, type ParameterRow } from './parameter-rows.ts';
import { stackedLines } from './stacked-lines.ts';

/** The parameters as a table; one below the other where a terminal is too narrow for that. */
export function parameterLines(schema: unknown, paint: Paint, width: number): string[] {
  const rows = parameterRows(schema);
  if (rows.length === 0) return ['  none'];
  const head = ['name', 'type', 'required', 'default', 'description'].map((text) => ({ text, paint: paint.dim }));
  const table = memberTable([head, ...rows.map((row) => cellsOf(row, paint))], width);
  return table ?? rows.flatMap((row) => stackedLines({ ...row, facts: factsOf(row) }, paint, width));
}

function cellsOf(row: ParameterRow, paint: Paint): Cell[] {
  return [
    { text: row.name, paint: paint.cyan },
    { text: row.type, paint: paint.plain },
    { text: row.required ? 'yes' : 'no', paint: paint.plain },
    { text: row.default, paint: paint.plain },
    { text: row.description, paint: paint.plain },
  ];
}

function factsOf(row: ParameterRow): string[] {
  return [...(row.required ? ['required'] : []), ...(row.default === '' ? [] : [`default ${row.default}`])];
}

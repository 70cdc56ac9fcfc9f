import type { Paint } from '../terminal/paint.ts';
import { memberTable } from './member-table.ts';
import { parameterRows } from './parameter-rows.ts';
import { isSchemaNode } from './schema-node.ts';
import { stackedLines } from './stacked-lines.ts';
import { typeName } from './type-name.ts';

/** What a tool gives, member by member; `?` marks those that may be missing. */
export function outputLines(schema: unknown, paint: Paint, width: number): string[] {
  const rows = parameterRows(schema).map((row) => ({ ...row, name: row.required ? row.name : `${row.name}?` }));
  if (rows.length === 0) return [`  ${paint.plain(isSchemaNode(schema) ? typeName(schema) : 'any')}`];
  const cells = rows.map(({ name, type, description }) => [
    { text: name, paint: paint.cyan },
    { text: type, paint: paint.plain },
    { text: description, paint: paint.plain },
  ]);
  return memberTable(cells, width) ?? rows.flatMap((row) => stackedLines({ ...row, facts: [] }, paint, width));
}

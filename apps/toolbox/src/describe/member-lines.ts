import { type Paint, textWidth, wrapToWidth } from '@ku0/agent-runtime-tools-terminal';
import { columnWidths, tableLines, type Cell } from '../terminal/table.ts';
import { schemaMembers, type SchemaMember } from './schema-members.ts';
import { isSchemaNode, typeName } from './type-name.ts';

/** The parameters of a tool: as a table, or one below the other if the terminal is too narrow. */
export function parameterLines(schema: unknown, paint: Paint, width: number): string[] {
  const members = schemaMembers(schema);
  if (members.length === 0) return ['  none'];
  const head = ['name', 'type', 'required', 'default', 'description'].map((text) => ({ text, paint: paint.dim }));
  const rows = members.map(({ name, type, required, default: value, description }) => [
    { text: name, paint: paint.cyan },
    ...[type, required ? 'yes' : 'no', value, description].map((text) => ({ text, paint: paint.plain })),
  ]);
  const table = tableIfWide([head, ...rows], width);
  return table ?? members.flatMap((member) => memberLines(member, notesOf(member), paint, width));
}

/** The members of a tool's output. Optional members have a `?` after their name. */
export function outputLines(schema: unknown, paint: Paint, width: number): string[] {
  const members = schemaMembers(schema).map((member) => ({
    ...member,
    name: member.required ? member.name : `${member.name}?`,
  }));
  if (members.length === 0) return [`  ${paint.plain(isSchemaNode(schema) ? typeName(schema) : 'any')}`];
  const rows = members.map(({ name, type, description }) => [
    { text: name, paint: paint.cyan },
    ...[type, description].map((text) => ({ text, paint: paint.plain })),
  ]);
  return tableIfWide(rows, width) ?? members.flatMap((member) => memberLines(member, [], paint, width));
}

/** A table whose last column is the description; undefined if the terminal is too narrow for it. */
function tableIfWide(rows: readonly (readonly Cell[])[], width: number): string[] | undefined {
  const description = (rows[0]?.length ?? 1) - 1;
  const options = { width, flexible: description, maxWidths: { [TYPE_COLUMN]: MAX_TYPE_WIDTH } };
  const widths = columnWidths(rows, options);
  const total = widths.reduce((sum, each) => sum + (each === 0 ? 0 : each + 2), 0);
  const descriptionWidth = widths[description] ?? 0;
  const isCramped = descriptionWidth > 0 && descriptionWidth < MIN_DESCRIPTION_WIDTH && total >= width - 2;
  return total > width || isCramped ? undefined : tableLines(rows, { ...options, overflow: 'wrap' });
}

const TYPE_COLUMN = 1;
const MAX_TYPE_WIDTH = 32;
const MIN_DESCRIPTION_WIDTH = 36;

function notesOf(member: SchemaMember): string[] {
  return [...(member.required ? ['required'] : []), ...(member.default === '' ? [] : [`default ${member.default}`])];
}

/**
 * A member for a narrow terminal:
 *
 *     path  string · required
 *         The file to read
 */
function memberLines(
  { name, type, description }: SchemaMember,
  notes: readonly string[],
  paint: Paint,
  width: number,
): string[] {
  const typeAndNotes = [type, ...notes].join(' · ');
  const fits = textWidth(name) + textWidth(typeAndNotes) + 4 <= width;
  const below = (text: string, style: (text: string) => string): string[] =>
    text === '' ? [] : wrapToWidth(text, width - 6).map((line) => `      ${style(line)}`);
  const beside = fits ? typeAndNotes : notes.join(' · ');
  return [
    `  ${paint.cyan(name)}${beside === '' ? '' : `  ${paint.dim(beside)}`}`,
    ...(fits ? [] : below(type, paint.dim)),
    ...below(description, paint.plain),
  ];
}

import type { ChangeLevel } from './change.ts';
import { compareLimits } from './compare-limits.ts';
import { allowedTypes, allowedValues, isSchema, propertiesOf, withoutTexts, type Schema } from './schema-parts.ts';

/** Callers write an input and read an output, so what is harmless in one breaks the other. */
export type SchemaUse = 'input' | 'output';

export interface SchemaChange {
  readonly level: ChangeLevel;
  readonly message: string;
}

/** Whether a schema accepts more or fewer values than before. */
export type Direction = 'wider' | 'narrower';

/**
 * The changes between two schemas. An input may accept more, an output may promise more. A difference that is not
 * understood counts as major.
 */
export function compareSchemas(before: unknown, after: unknown, use: SchemaUse, path = ''): SchemaChange[] {
  if (!isSchema(before) || !isSchema(after)) return same(before, after) ? [] : [unclear(path)];
  const changes = [
    ...compareTexts(before, after, path),
    ...compareTypes(before, after, use, path),
    ...compareValues(before, after, use, path),
    ...compareProperties(before, after, use, path),
    ...compareLimits(before, after).map(({ keyword, direction, from, to }) => ({
      level: levelOf(direction, use),
      message: `${named(path)}: ${keyword} ${shown(from)} is now ${shown(to)}`,
    })),
    ...(before['items'] === undefined && after['items'] === undefined
      ? []
      : compareSchemas(before['items'] ?? {}, after['items'] ?? {}, use, `${path}[]`)),
    ...compareDefaults(before, after, use, path),
  ];
  const isUnderstood = changes.length > 0 || same(withoutTexts(before), withoutTexts(after));
  return isUnderstood && same(unknownPart(before), unknownPart(after)) ? changes : [...changes, unclear(path)];
}

export function levelOf(direction: Direction, use: SchemaUse): ChangeLevel {
  return (direction === 'wider') === (use === 'input') ? 'minor' : 'major';
}

function compareTexts(before: Schema, after: Schema, path: string): SchemaChange[] {
  return ['description', 'title', 'examples']
    .filter((key) => !same(before[key], after[key]))
    .map((key) => ({ level: 'patch', message: `${named(path)}: another ${key}` }));
}

function compareTypes(before: Schema, after: Schema, use: SchemaUse, path: string): SchemaChange[] {
  const [old, current] = [allowedTypes(before), allowedTypes(after)];
  if (old === undefined || current === undefined || same([...old].sort(), [...current].sort())) return [];
  const message = `${named(path)}: ${[...old].join(' or ')} is now ${[...current].join(' or ')}`;
  if (covers(current, old)) return [{ level: levelOf('wider', use), message }];
  if (covers(old, current)) return [{ level: levelOf('narrower', use), message }];
  return [{ level: 'major', message }];
}

/** Whether every one of some types is among all. */
function covers(all: ReadonlySet<string>, some: ReadonlySet<string>): boolean {
  return [...some].every((type) => all.has(type) || (type === 'integer' && all.has('number')));
}

function compareValues(before: Schema, after: Schema, use: SchemaUse, path: string): SchemaChange[] {
  const [old, current] = [allowedValues(before), allowedValues(after)];
  if (old === undefined && current === undefined) return [];
  if (old === undefined)
    return [{ level: levelOf('narrower', use), message: `${named(path)}: only certain values are left` }];
  if (current === undefined)
    return [{ level: levelOf('wider', use), message: `${named(path)}: any value is possible` }];
  const removed = old.filter((value) => !current.includes(value));
  const added = current.filter((value) => !old.includes(value));
  return [
    ...removed.map((value) => ({ level: levelOf('narrower', use), message: `${named(path)}: ${value} is gone` })),
    ...added.map((value) => ({ level: levelOf('wider', use), message: `${named(path)}: ${value} is new` })),
  ];
}

function compareProperties(before: Schema, after: Schema, use: SchemaUse, path: string): SchemaChange[] {
  const [old, current] = [propertiesOf(before), propertiesOf(after)];
  const changes: SchemaChange[] = [];
  for (const [name, { schema, isRequired }] of old) {
    const at = path === '' ? name : `${path}.${name}`;
    const now = current.get(name);
    if (now === undefined) {
      changes.push({ level: 'major', message: `${at} is gone` });
      continue;
    }
    if (isRequired !== now.isRequired) {
      // Readers of an output rely on what is required, writers of an input on what is not.
      const level = isRequired === (use === 'input') ? 'minor' : 'major';
      changes.push({ level, message: `${at} is now ${now.isRequired ? 'required' : 'optional'}` });
    }
    changes.push(...compareSchemas(schema, now.schema, use, at));
  }
  for (const [name, { isRequired }] of current) {
    if (old.has(name)) continue;
    const level = use === 'input' && isRequired ? 'major' : 'minor';
    const at = path === '' ? name : `${path}.${name}`;
    changes.push({ level, message: `${at} is new${use === 'input' && isRequired ? ' and required' : ''}` });
  }
  return changes;
}

/** A call that leaves the parameter out does something else from now on. */
function compareDefaults(before: Schema, after: Schema, use: SchemaUse, path: string): SchemaChange[] {
  if (use === 'output' || same(before['default'], after['default'])) return [];
  const level = before['default'] === undefined ? 'minor' : 'major';
  const message = `${named(path)}: the default ${shown(before['default'])} is now ${shown(after['default'])}`;
  return [{ level, message }];
}

/** What none of the comparisons looks at. */
function unknownPart(schema: Schema): Schema {
  const known = new Set([...KNOWN_KEYWORDS, ...(allowedValues(schema) === undefined ? [] : ['anyOf', 'oneOf'])]);
  return Object.fromEntries(Object.entries(withoutTexts(schema)).filter(([key]) => !known.has(key)));
}

const KNOWN_KEYWORDS = [
  'type',
  'enum',
  'const',
  'properties',
  'required',
  'items',
  'additionalProperties',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'pattern',
  'format',
  'multipleOf',
  'uniqueItems',
];

function unclear(path: string): SchemaChange {
  return { level: 'major', message: `${named(path)}: the schema differs in a way that is not understood` };
}

function named(path: string): string {
  return path === '' ? 'the whole value' : path;
}

function shown(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value);
}

function same(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, each: unknown) =>
      isSchema(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
    ) ?? ''
  );
}

import { ANNOTATION_KEYWORDS } from '../../schema/schema-keywords.ts';
import { alternativesOf } from '../schema/alternatives.ts';
import { dereference } from '../schema/dereference.ts';
import { geminiConstraints } from './gemini-constraints.ts';
import { itemSchema } from '../schema/item-schema.ts';
import type { MergeBudget } from '../schema/merge-all-of.ts';
import { describe, noteOf } from '../schema/description-notes.ts';
import { typeOfSchema } from '../schema/type-of-schema.ts';
import type { WireSchema, WireType } from '../schema/wire-schema.ts';

/** Gemini's `Schema`, a subset of OpenAPI 3.0. A union has no other field; int64 fields are decimal strings. */
export interface GeminiSchema {
  type?: GeminiType;
  format?: string;
  description?: string;
  nullable?: boolean;
  enum?: string[];
  items?: GeminiSchema;
  minItems?: string;
  maxItems?: string;
  properties?: Record<string, GeminiSchema>;
  required?: string[];
  minProperties?: string;
  maxProperties?: string;
  minLength?: string;
  maxLength?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  anyOf?: GeminiSchema[];
}

export type GeminiType = Uppercase<WireType>;

/**
 * Converts a plain schema to Gemini's dialect. References are inlined; a recursive one is cut after two rounds. What Gemini
 * cannot express goes into the descriptions.
 */
export function geminiSchema(schema: WireSchema): GeminiSchema {
  return convert(schema, { root: schema, openRefs: [], budget: { left: MAX_PARTS }, nodes: 0, inlined: 0, depth: 0 });
}

const MAX_PARTS = 2000;
const MAX_NODES = 20_000;
/** How many nodes may come from inlined references: a small schema can refer to itself in very many ways. */
const MAX_INLINED = 2000;
const MAX_DEPTH = 40;
const MAX_ROUNDS = 2;

interface Conversion {
  readonly root: WireSchema;
  /** The references that are being inlined, from the root to the current node. */
  readonly openRefs: string[];
  readonly budget: MergeBudget;
  nodes: number;
  inlined: number;
  depth: number;
}

function convert(schema: WireSchema, conversion: Conversion): GeminiSchema {
  conversion.nodes += 1;
  if (conversion.openRefs.length > 0) conversion.inlined += 1;
  if (conversion.nodes > MAX_NODES || conversion.depth > MAX_DEPTH) return { type: 'OBJECT' };
  if (schema.$ref !== undefined) return convertRef(schema, schema.$ref, conversion);
  conversion.depth += 1;
  const { members, nullable, annotations } = alternativesOf(schema, conversion.root, conversion.budget);
  const notes = ['default', 'examples'].flatMap((keyword) => noteOf(keyword, annotations[keyword]));
  const description = describe(annotations.description, notes);
  const parts = members.flatMap((member) => convertMember(member, conversion));
  conversion.depth -= 1;
  if (parts.length === 0) return withDescription(nullable ? { type: 'NULL' } : { ...NO_VALUE }, description);
  const [first = {}, ...others] = nullable ? parts.map((part) => ({ ...part, nullable: true })) : parts;
  const described = withDescription(first, description);
  return others.length === 0 ? described : { anyOf: [described, ...others] };
}

function convertRef(schema: WireSchema, ref: string, conversion: Conversion): GeminiSchema {
  const target = dereference(schema, conversion.root);
  const rounds = conversion.openRefs.filter((open) => open === ref).length;
  if (rounds >= MAX_ROUNDS || conversion.inlined >= MAX_INLINED) return cutRecursion(target);
  conversion.openRefs.push(ref);
  const converted = convert(target, conversion);
  conversion.openRefs.pop();
  return converted;
}

/** Stands for a recursive schema that is not inlined any further. */
function cutRecursion(target: WireSchema): GeminiSchema {
  const schema = typeOfSchema(target) === 'object' ? { type: 'OBJECT' as const } : { anyOf: ANY_VALUE.map(copyOf) };
  return withDescription(schema, describe(target.description, ['of a shape shown before']));
}

/** The first member of a union gets its description, because Gemini allows no field beside `anyOf`. */
function withDescription(schema: GeminiSchema, text: string | undefined): GeminiSchema {
  const [first, ...others] = schema.anyOf ?? [];
  if (first !== undefined) return { anyOf: [withDescription(first, text), ...others] };
  const description = describe(text, [], schema.description);
  return description === undefined ? schema : { ...schema, description };
}

/** Flattens nested unions into the outer one. */
function convertMember(member: WireSchema, conversion: Conversion): GeminiSchema[] {
  if (Object.keys(member).some((keyword) => COMPOUND_KEYWORDS.has(keyword) || ANNOTATION_KEYWORDS.has(keyword))) {
    const converted = convert(member, conversion);
    return converted.anyOf ?? [converted];
  }
  const type = typeOfSchema(member);
  if (type === undefined) return ANY_VALUE.map(copyOf);
  const { fields, notes } = geminiConstraints(member, type);
  const description = describe(undefined, [...notes, ...noteOf('not', member['not']), ...additionalKeysNote(member)]);
  return [
    withDescription({ type: GEMINI_TYPES[type], ...fields, ...childrenOf(member, type, conversion) }, description),
  ];
}

const COMPOUND_KEYWORDS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', '$ref']);

const ANY_EXCEPT_ARRAY: readonly GeminiSchema[] = [
  { type: 'STRING', nullable: true },
  { type: 'NUMBER' },
  { type: 'BOOLEAN' },
  { type: 'OBJECT' },
];

/** A value of any type, as a union, because Gemini rejects a schema without a type. Leaves out arrays in arrays. */
const ANY_VALUE: readonly GeminiSchema[] = [
  ...ANY_EXCEPT_ARRAY,
  { type: 'ARRAY', items: { anyOf: [...ANY_EXCEPT_ARRAY] } },
];

/** Stands for a schema that accepts no value at all. */
const NO_VALUE: GeminiSchema = { type: 'STRING', description: '(leave out)' };

function copyOf(schema: GeminiSchema): GeminiSchema {
  return structuredClone(schema);
}

const GEMINI_TYPES: Readonly<Record<WireType, GeminiType>> = {
  string: 'STRING',
  number: 'NUMBER',
  integer: 'INTEGER',
  boolean: 'BOOLEAN',
  object: 'OBJECT',
  array: 'ARRAY',
  null: 'NULL',
};

/** The items of an array, or the properties of an object. */
function childrenOf(schema: WireSchema, type: WireType, conversion: Conversion): GeminiSchema {
  if (type === 'array') return { items: convert(itemSchema(schema) ?? {}, conversion) };
  const entries = Object.entries(schema.properties ?? {});
  if (type !== 'object' || entries.length === 0 || conversion.nodes > MAX_NODES) return {};
  const properties = Object.fromEntries(entries.map(([name, property]) => [name, convert(property, conversion)]));
  const required = (schema.required ?? []).filter((name) => Object.hasOwn(properties, name));
  return required.length > 0 ? { properties, required } : { properties };
}

/** Gemini has no keyword for an object with arbitrary keys. */
function additionalKeysNote(schema: WireSchema): string[] {
  const patterns: unknown[] = Object.values(schema['patternProperties'] ?? {});
  const others = schema.additionalProperties ?? patterns[0];
  if (others === undefined || others === false) return [];
  return ['any keys', ...(others === true ? [] : noteOf('each value', others))];
}

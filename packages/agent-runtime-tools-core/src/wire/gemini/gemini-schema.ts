import { alternativesOf } from '../schema/alternatives.ts';
import { ANNOTATIONS, dereference } from '../schema/dereference.ts';
import { geminiConstraints } from './gemini-constraints.ts';
import { itemSchema } from '../schema/item-schema.ts';
import type { Budget } from '../schema/merge-all-of.ts';
import { describe, noteOf } from '../schema/notes.ts';
import { typeOfSchema } from '../schema/type-of-schema.ts';
import type { WireSchema, WireType } from '../schema/wire-schema.ts';

/** Gemini's `Schema`: a subset of OpenAPI 3.0. A union has no other field; the int64 fields are decimal strings. */
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
 * A plain schema in Gemini's words. References are replaced by what they refer to; one that contains itself ends
 * after two rounds. What Gemini cannot say is said in the descriptions.
 */
export function geminiSchema(schema: WireSchema): GeminiSchema {
  return convert(schema, { root: schema, refs: [], budget: { left: MAX_PARTS }, nodes: 0, copied: 0, depth: 0 });
}

const MAX_PARTS = 2000;
const MAX_NODES = 20_000;
/** Of these, inside references: a schema of a few lines can refer to itself in more ways than there is room for. */
const MAX_COPIED = 2000;
const MAX_DEPTH = 40;
const MAX_ROUNDS = 2;

interface Work {
  readonly root: WireSchema;
  /** The references on the way from the root to here. */
  readonly refs: string[];
  readonly budget: Budget;
  nodes: number;
  copied: number;
  depth: number;
}

function convert(schema: WireSchema, work: Work): GeminiSchema {
  work.nodes += 1;
  if (work.refs.length > 0) work.copied += 1;
  if (work.nodes > MAX_NODES || work.depth > MAX_DEPTH) return { type: 'OBJECT' };
  if (schema.$ref !== undefined) return convertRef(schema, schema.$ref, work);
  work.depth += 1;
  const { members, nullable, annotations } = alternativesOf(schema, work.root, work.budget);
  const notes = ['default', 'examples'].flatMap((keyword) => noteOf(keyword, annotations[keyword]));
  const words = describe(annotations.description, notes);
  const parts = members.flatMap((member) => convertMember(member, work));
  work.depth -= 1;
  if (parts.length === 0) return withWords(nullable ? { type: 'NULL' } : { ...NOTHING }, words);
  const [first = {}, ...others] = nullable ? parts.map((part) => ({ ...part, nullable: true })) : parts;
  const described = withWords(first, words);
  return others.length === 0 ? described : { anyOf: [described, ...others] };
}

function convertRef(schema: WireSchema, ref: string, work: Work): GeminiSchema {
  const target = dereference(schema, work.root);
  const rounds = work.refs.filter((open) => open === ref).length;
  if (rounds >= MAX_ROUNDS || work.copied >= MAX_COPIED) return endOfCopies(target);
  work.refs.push(ref);
  const converted = convert(target, work);
  work.refs.pop();
  return converted;
}

function endOfCopies(target: WireSchema): GeminiSchema {
  const words = describe(target.description, ['of a shape shown before']);
  return withWords(typeOfSchema(target) === 'object' ? { type: 'OBJECT' } : { anyOf: ANYTHING.map(copyOf) }, words);
}

/** In a union the words go to its first member: beside `anyOf` nothing may stand. */
function withWords(schema: GeminiSchema, words: string | undefined): GeminiSchema {
  const [first, ...others] = schema.anyOf ?? [];
  if (first !== undefined) return { anyOf: [withWords(first, words), ...others] };
  const description = describe(words, [], schema.description);
  return description === undefined ? schema : { ...schema, description };
}

/** The members of a union inside a union belong to the outer one. */
function convertMember(member: WireSchema, work: Work): GeminiSchema[] {
  if (Object.keys(member).some((keyword) => COMPOUND.has(keyword) || ANNOTATIONS.has(keyword))) {
    const converted = convert(member, work);
    return converted.anyOf ?? [converted];
  }
  const type = typeOfSchema(member);
  if (type === undefined) return ANYTHING.map(copyOf);
  const { fields, notes } = geminiConstraints(member, type);
  const words = describe(undefined, [...notes, ...noteOf('not', member['not']), ...openNote(member)]);
  return [withWords({ type: GEMINI_TYPES[type], ...fields, ...shapeOf(member, type, work) }, words)];
}

const COMPOUND: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', '$ref']);

const NO_ARRAY: readonly GeminiSchema[] = [
  { type: 'STRING', nullable: true },
  { type: 'NUMBER' },
  { type: 'BOOLEAN' },
  { type: 'OBJECT' },
];

/** A schema without a type is refused, so a value of any type is of one of these: all but arrays in arrays. */
const ANYTHING: readonly GeminiSchema[] = [...NO_ARRAY, { type: 'ARRAY', items: { anyOf: [...NO_ARRAY] } }];

/** For what takes no value at all. */
const NOTHING: GeminiSchema = { type: 'STRING', description: '(leave out)' };

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

function shapeOf(schema: WireSchema, type: WireType, work: Work): GeminiSchema {
  if (type === 'array') return { items: convert(itemSchema(schema) ?? {}, work) };
  const known = Object.entries(schema.properties ?? {});
  if (type !== 'object' || known.length === 0 || work.nodes > MAX_NODES) return {};
  const properties = Object.fromEntries(known.map(([name, property]) => [name, convert(property, work)]));
  const required = (schema.required ?? []).filter((name) => Object.hasOwn(properties, name));
  return required.length > 0 ? { properties, required } : { properties };
}

/** Gemini has no word for an object with free keys. */
function openNote(schema: WireSchema): string[] {
  const patterns: unknown[] = Object.values(schema['patternProperties'] ?? {});
  const others = schema.additionalProperties ?? patterns[0];
  if (others === undefined || others === false) return [];
  return ['any keys', ...(others === true ? [] : noteOf('each value', others))];
}

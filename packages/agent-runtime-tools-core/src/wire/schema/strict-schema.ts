import { alternativesOf } from './alternatives.ts';
import { ANNOTATIONS, dereference } from './dereference.ts';
import { itemSchema } from './item-schema.ts';
import type { Budget } from './merge-all-of.ts';
import { CONSTRAINTS, describe, noteOf } from './notes.ts';
import { DEFS, referencesIn } from './references.ts';
import { isWireSchema } from './subschemas.ts';
import { typeOfSchema, typeOfValue } from './type-of-schema.ts';
import type { WireObjectSchema, WireSchema, WireType } from './wire-schema.ts';

/** What one provider's strict mode can say. */
export interface StrictDialect {
  /** How a parameter is left out: by being null, or by being absent. */
  readonly optional: 'null' | 'absent';
  /** Whether it enforces this constraint; the others go into the description. */
  readonly enforces: (keyword: string, value: unknown) => boolean;
}

/**
 * Parameters for a provider's strict mode: every object closed, what the mode does not enforce moved into the
 * descriptions. Undefined where strict mode cannot say what the schema says: a map with free keys, a value of
 * any type, a union at the root.
 */
export function strictSchema(schema: WireSchema, dialect: StrictDialect): WireObjectSchema | undefined {
  if (schema.anyOf !== undefined || schema.oneOf !== undefined) return undefined;
  const work: Work = { root: schema, dialect, inlining: new Set(), budget: { left: MAX_PARTS }, nodes: 0, depth: 0 };
  const strict = rewrite(schema, work);
  if (strict === undefined || !isObjectSchema(strict)) return undefined;
  const $defs: Record<string, WireSchema> = {};
  const refs = referencesIn(strict);
  // The set grows while it is read: a definition may refer to further ones.
  for (const ref of refs) {
    if (ref === '#') continue;
    const definition = rewrite(dereference({ $ref: ref }, schema), work);
    if (definition === undefined) return undefined;
    $defs[ref.slice(DEFS.length)] = definition;
    for (const further of referencesIn(definition)) refs.add(further);
  }
  return Object.keys($defs).length > 0 ? { ...strict, $defs } : strict;
}

const MAX_PARTS = 2000;
const MAX_NODES = 5000;
const MAX_DEPTH = 100;

interface Work {
  readonly root: WireSchema;
  readonly dialect: StrictDialect;
  readonly inlining: Set<string>;
  readonly budget: Budget;
  nodes: number;
  depth: number;
}

function isObjectSchema(schema: WireSchema): schema is WireObjectSchema {
  return schema.type === 'object';
}

function rewrite(schema: WireSchema, work: Work, isOptional = false): WireSchema | undefined {
  work.nodes += 1;
  if (work.nodes > MAX_NODES || work.depth > MAX_DEPTH) return undefined;
  work.depth += 1;
  const { members, nullable, annotations } = alternativesOf(schema, work.root, work.budget);
  // An object without some of its parts would be closed to what they add.
  if (work.budget.left < 0) return undefined;
  const parts = allDefined(members.map((member) => rewriteMember(member, work)));
  const strict =
    parts && assemble(parts, nullable || (isOptional && work.dialect.optional === 'null'), annotations, work);
  work.depth -= 1;
  return strict;
}

function allDefined(parts: readonly (WireSchema | undefined)[]): WireSchema[] | undefined {
  const defined = parts.filter((part) => part !== undefined);
  return defined.length === parts.length ? defined : undefined;
}

function assemble(
  parts: readonly WireSchema[],
  nullable: boolean,
  annotations: WireSchema,
  work: Work,
): WireSchema | undefined {
  const [only, ...others] = parts;
  const notes = ['default', 'examples'].flatMap((keyword) => noteOf(keyword, annotations[keyword]));
  const words = describe(annotations.description, notes);
  if (only === undefined) return nullable ? withWords({ type: 'null' }, words) : undefined;
  if (others.length > 0) return withWords({ anyOf: nullable ? [...parts, { type: 'null' }] : [...parts] }, words);
  if (!nullable) return only.$ref === undefined ? withWords(only, words) : describedRef(only.$ref, words, work);
  if (isPlainScalar(only)) return withWords({ ...only, type: [only.type, 'null'] }, words);
  return withWords({ anyOf: [only, { type: 'null' }] }, words);
}

function withWords(schema: WireSchema, words: string | undefined): WireSchema {
  const description = describe(words, [], schema.description);
  return description === undefined ? schema : { ...schema, description };
}

/** Nothing may stand beside a reference, so a described one is replaced by what it refers to, unless that recurs. */
function describedRef(ref: string, words: string | undefined, work: Work): WireSchema | undefined {
  if (words === undefined || ref === '#' || work.inlining.has(ref)) return { $ref: ref };
  work.inlining.add(ref);
  const inlined = rewrite({ ...dereference({ $ref: ref }, work.root), description: words }, work);
  work.inlining.delete(ref);
  return inlined;
}

function isPlainScalar(schema: WireSchema): schema is WireSchema & { type: WireType } {
  return SCALARS.has(schema.type) && schema.enum === undefined && schema.const === undefined;
}

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

function rewriteMember(member: WireSchema, work: Work): WireSchema | undefined {
  const keywords = Object.keys(member);
  if (keywords.some((keyword) => COMPOUND.has(keyword) || ANNOTATIONS.has(keyword))) return rewrite(member, work);
  if (member.$ref !== undefined) return rewriteRef(member, work);
  const type = typeOfSchema(member);
  if (type === undefined) return undefined;
  const shape = shapeOf(member, type, work);
  if (shape === undefined) return undefined;
  const strict: WireSchema = { type, ...shape };
  const notes = noteOf('not', member['not']);
  for (const keyword of CONSTRAINTS[type]) {
    if (member[keyword] === undefined) continue;
    if (work.dialect.enforces(keyword, member[keyword])) strict[keyword] = member[keyword];
    else notes.push(...noteOf(keyword, member[keyword]));
  }
  return withWords(strict, describe(undefined, notes));
}

const COMPOUND: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf']);

/** Keywords beside a reference constrain what it refers to; here they can only do so in its place. */
function rewriteRef(member: WireSchema, work: Work): WireSchema | undefined {
  const { $ref, ...siblings } = member;
  if ($ref === undefined || Object.keys(siblings).length > 0) return rewrite(dereference(member, work.root), work);
  return { $ref };
}

function shapeOf(schema: WireSchema, type: WireType, work: Work): WireSchema | undefined {
  if (schema.const !== undefined) return isPrimitive(schema.const) ? { const: schema.const } : undefined;
  if (schema.enum !== undefined) return schema.enum.every(isPrimitive) ? { enum: schema.enum } : undefined;
  if (type === 'object') return objectShape(schema, work);
  if (type !== 'array') return {};
  const item = itemSchema(schema);
  const items = item && rewrite(item, work);
  return items && { items };
}

function isPrimitive(value: unknown): boolean {
  const type = typeOfValue(value);
  return type !== 'object' && type !== 'array';
}

function objectShape(schema: WireSchema, work: Work): WireSchema | undefined {
  if (isOpen(schema)) return undefined;
  const known = schema.properties ?? {};
  const required = schema.required ?? [];
  if (!required.every((name) => Object.hasOwn(known, name))) return undefined;
  const properties: Record<string, WireSchema> = {};
  for (const [name, property] of Object.entries(known)) {
    const strict = rewrite(property, work, !required.includes(name));
    if (strict === undefined) return undefined;
    properties[name] = strict;
  }
  const demanded = work.dialect.optional === 'null' ? Object.keys(properties) : required;
  return { properties, required: demanded, additionalProperties: false };
}

/** An object that lists its properties and says nothing of others takes no others, as when arguments are checked. */
function isOpen(schema: WireSchema): boolean {
  const { properties, additionalProperties } = schema;
  if (additionalProperties === undefined ? properties === undefined : additionalProperties !== false) return true;
  if (isWireSchema(schema['unevaluatedProperties'])) return true;
  return ['patternProperties', 'dependentSchemas', 'if'].some((keyword) => schema[keyword] !== undefined);
}

import { ANNOTATION_KEYWORDS } from '../../schema/schema-keywords.ts';
import { alternativesOf } from './alternatives.ts';
import { dereference } from './dereference.ts';
import { itemSchema } from './item-schema.ts';
import type { MergeBudget } from './merge-all-of.ts';
import { CONSTRAINT_KEYWORDS, describe, noteOf } from './description-notes.ts';
import { DEFINITION_PREFIX, referencesIn } from './definition-refs.ts';
import { isWireSchema } from './map-subschemas.ts';
import { typeOfSchema, typeOfValue } from './type-of-schema.ts';
import type { WireObjectSchema, WireSchema, WireType } from './wire-schema.ts';

/** The abilities of one provider's strict mode. */
export interface StrictDialect {
  /** How the model leaves out a parameter: it sends null, or nothing. */
  readonly optional: 'null' | 'absent';
  /** Whether it enforces a constraint. Other constraints go into the description. */
  readonly enforces: (keyword: string, value: unknown) => boolean;
}

/**
 * Converts parameters for a provider's strict mode: closes every object and moves what the mode does not enforce into the
 * descriptions. Undefined for a schema that strict mode cannot express: a map with arbitrary keys, a value of any type, a
 * union at the root.
 */
export function strictSchema(schema: WireSchema, dialect: StrictDialect): WireObjectSchema | undefined {
  if (schema.anyOf !== undefined || schema.oneOf !== undefined) return undefined;
  const conversion: Conversion = {
    root: schema,
    dialect,
    inlining: new Set(),
    budget: { left: MAX_PARTS },
    nodes: 0,
    depth: 0,
  };
  const strict = rewrite(schema, conversion);
  if (strict === undefined || !isObjectSchema(strict)) return undefined;
  const $defs: Record<string, WireSchema> = {};
  const refs = referencesIn(strict);
  // The set grows during the loop, because a definition may refer to others.
  for (const ref of refs) {
    if (ref === '#') continue;
    const definition = rewrite(dereference({ $ref: ref }, schema), conversion);
    if (definition === undefined) return undefined;
    $defs[ref.slice(DEFINITION_PREFIX.length)] = definition;
    for (const further of referencesIn(definition)) refs.add(further);
  }
  return Object.keys($defs).length > 0 ? { ...strict, $defs } : strict;
}

const MAX_PARTS = 2000;
const MAX_NODES = 5000;
const MAX_DEPTH = 100;

interface Conversion {
  readonly root: WireSchema;
  readonly dialect: StrictDialect;
  readonly inlining: Set<string>;
  readonly budget: MergeBudget;
  nodes: number;
  depth: number;
}

function isObjectSchema(schema: WireSchema): schema is WireObjectSchema {
  return schema.type === 'object';
}

function rewrite(schema: WireSchema, conversion: Conversion, isOptional = false): WireSchema | undefined {
  conversion.nodes += 1;
  if (conversion.nodes > MAX_NODES || conversion.depth > MAX_DEPTH) return undefined;
  conversion.depth += 1;
  const { members, nullable, annotations } = alternativesOf(schema, conversion.root, conversion.budget);
  // If parts were ignored, closing the object would forbid the properties that they declare.
  if (conversion.budget.left < 0) return undefined;
  const parts = allDefined(members.map((member) => rewriteMember(member, conversion)));
  const strict =
    parts &&
    assemble(parts, nullable || (isOptional && conversion.dialect.optional === 'null'), annotations, conversion);
  conversion.depth -= 1;
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
  conversion: Conversion,
): WireSchema | undefined {
  const [only, ...others] = parts;
  const notes = ['default', 'examples'].flatMap((keyword) => noteOf(keyword, annotations[keyword]));
  const text = describe(annotations.description, notes);
  if (only === undefined) return nullable ? withDescription({ type: 'null' }, text) : undefined;
  if (others.length > 0) return withDescription({ anyOf: nullable ? [...parts, { type: 'null' }] : [...parts] }, text);
  if (!nullable)
    return only.$ref === undefined ? withDescription(only, text) : describedRef(only.$ref, text, conversion);
  if (isPlainScalar(only)) return withDescription({ ...only, type: [only.type, 'null'] }, text);
  return withDescription({ anyOf: [only, { type: 'null' }] }, text);
}

function withDescription(schema: WireSchema, text: string | undefined): WireSchema {
  const description = describe(text, [], schema.description);
  return description === undefined ? schema : { ...schema, description };
}

/** Strict mode allows no keyword beside a reference, so a reference with a description is inlined, unless it is recursive. */
function describedRef(ref: string, description: string | undefined, conversion: Conversion): WireSchema | undefined {
  if (description === undefined || ref === '#' || conversion.inlining.has(ref)) return { $ref: ref };
  conversion.inlining.add(ref);
  const inlined = rewrite({ ...dereference({ $ref: ref }, conversion.root), description }, conversion);
  conversion.inlining.delete(ref);
  return inlined;
}

function isPlainScalar(schema: WireSchema): schema is WireSchema & { type: WireType } {
  return SCALARS.has(schema.type) && schema.enum === undefined && schema.const === undefined;
}

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

function rewriteMember(member: WireSchema, conversion: Conversion): WireSchema | undefined {
  const keywords = Object.keys(member);
  if (keywords.some((keyword) => COMPOUND_KEYWORDS.has(keyword) || ANNOTATION_KEYWORDS.has(keyword)))
    return rewrite(member, conversion);
  if (member.$ref !== undefined) return rewriteRef(member, conversion);
  const type = typeOfSchema(member);
  if (type === undefined) return undefined;
  const structure = structureOf(member, type, conversion);
  if (structure === undefined) return undefined;
  const strict: WireSchema = { type, ...structure };
  const notes = noteOf('not', member['not']);
  for (const keyword of CONSTRAINT_KEYWORDS[type]) {
    if (member[keyword] === undefined) continue;
    if (conversion.dialect.enforces(keyword, member[keyword])) strict[keyword] = member[keyword];
    else notes.push(...noteOf(keyword, member[keyword]));
  }
  return withDescription(strict, describe(undefined, notes));
}

const COMPOUND_KEYWORDS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf']);

/** A reference with other keywords beside it is inlined, because strict mode does not allow them there. */
function rewriteRef(member: WireSchema, conversion: Conversion): WireSchema | undefined {
  const { $ref, ...siblings } = member;
  if ($ref === undefined || Object.keys(siblings).length > 0)
    return rewrite(dereference(member, conversion.root), conversion);
  return { $ref };
}

/** The literals of a schema, the items of an array, or the properties of an object; undefined if strict mode has no word for them. */
function structureOf(schema: WireSchema, type: WireType, conversion: Conversion): WireSchema | undefined {
  if (schema.const !== undefined) return isPrimitive(schema.const) ? { const: schema.const } : undefined;
  if (schema.enum !== undefined) return schema.enum.every(isPrimitive) ? { enum: schema.enum } : undefined;
  if (type === 'object') return objectStructure(schema, conversion);
  if (type !== 'array') return {};
  const item = itemSchema(schema);
  const items = item && rewrite(item, conversion);
  return items && { items };
}

function isPrimitive(value: unknown): boolean {
  const type = typeOfValue(value);
  return type !== 'object' && type !== 'array';
}

function objectStructure(schema: WireSchema, conversion: Conversion): WireSchema | undefined {
  if (isOpen(schema)) return undefined;
  const original = schema.properties ?? {};
  const required = schema.required ?? [];
  if (!required.every((name) => Object.hasOwn(original, name))) return undefined;
  const properties: Record<string, WireSchema> = {};
  for (const [name, property] of Object.entries(original)) {
    const strict = rewrite(property, conversion, !required.includes(name));
    if (strict === undefined) return undefined;
    properties[name] = strict;
  }
  const strictRequired = conversion.dialect.optional === 'null' ? Object.keys(properties) : required;
  return { properties, required: strictRequired, additionalProperties: false };
}

/** Whether an object accepts properties that it does not list. As in validation, listing properties closes the object. */
function isOpen(schema: WireSchema): boolean {
  const { properties, additionalProperties } = schema;
  if (additionalProperties === undefined ? properties === undefined : additionalProperties !== false) return true;
  if (isWireSchema(schema['unevaluatedProperties'])) return true;
  return ['patternProperties', 'dependentSchemas', 'if'].some((keyword) => schema[keyword] !== undefined);
}

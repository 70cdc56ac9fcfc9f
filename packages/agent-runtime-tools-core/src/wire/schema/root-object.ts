import { dereference } from './dereference.ts';
import { mergeAllOf, type MergeBudget } from './merge-all-of.ts';
import { typeOfSchema } from './type-of-schema.ts';
import type { WireObjectSchema, WireSchema } from './wire-schema.ts';

/**
 * Converts parameters to a single object, as all model providers require. A union at the root becomes an object with the
 * parameters of all members; the description says which of them belong together. The result accepts everything that the
 * original accepts.
 *
 *   before  { anyOf: [{ properties: { path: {} }, required: ['path'] }, { properties: { url: {} }, required: ['url'] }] }
 *   after   { type: 'object', properties: { path: {}, url: {} }, description: 'Give one of: path; url.' }
 */
export function rootObject(schema: WireSchema): WireObjectSchema {
  const { $defs, ...root } = schema;
  const budget: MergeBudget = { left: MAX_PARTS };
  const object = flatten(root, schema, budget, 0);
  // Parameters that were left out must still be accepted.
  if (budget.left < 0) delete object.additionalProperties;
  return $defs === undefined ? object : { ...object, $defs };
}

const MAX_PARTS = 2000;
const MAX_DEPTH = 32;

function flatten(schema: WireSchema, root: WireSchema, budget: MergeBudget, depth: number): WireObjectSchema {
  const {
    anyOf,
    oneOf,
    enum: _values,
    const: _value,
    not: _not,
    ...rest
  } = mergeAllOf(dereference(schema, root), root, budget);
  const object: WireObjectSchema = { ...rest, type: 'object', properties: { ...rest.properties } };
  return [anyOf, oneOf].reduce<WireObjectSchema>((sum, members) => {
    const targets = (members ?? []).map((member) => dereference(member, root)).filter(mayBeObject);
    const objects = targets.flatMap((member) => {
      // A union may contain itself, so its depth is limited too.
      budget.left = depth < MAX_DEPTH ? budget.left - 1 : -1;
      return budget.left < 0 ? [] : [flatten(member, root, budget, depth + 1)];
    });
    return objects.length > 0 ? withMembers(sum, objects) : sum;
  }, object);
}

function mayBeObject(schema: WireSchema): boolean {
  return [typeOfSchema(schema) ?? schema.type ?? 'object'].flat().includes('object');
}

function withMembers(object: WireObjectSchema, members: readonly WireObjectSchema[]): WireObjectSchema {
  const required = new Set(object.required);
  const requiredByMember = members.map((member) => (member.required ?? []).filter((name) => !required.has(name)));
  const common = (requiredByMember[0] ?? []).filter((name) => requiredByMember.every((names) => names.includes(name)));
  const description = [
    object.description,
    alternativesNote(requiredByMember.map((names) => names.filter((name) => !common.includes(name)))),
  ];
  const merged: WireObjectSchema = { ...object, properties: mergeProperties(object, members) };
  if (required.size + common.length > 0) merged.required = [...required, ...common];
  if (description.some(Boolean)) merged.description = description.filter(Boolean).join(' ');
  if (members.every((member) => member.additionalProperties === false)) merged.additionalProperties ??= false;
  return merged;
}

/** The properties of the object and of all members. One with different schemas in several members becomes a union. */
function mergeProperties(object: WireObjectSchema, members: readonly WireObjectSchema[]): Record<string, WireSchema> {
  const schemasByName = new Map<string, Map<string, WireSchema>>();
  for (const [name, schema] of members.flatMap((member) => Object.entries(member.properties ?? {}))) {
    const schemas = schemasByName.get(name) ?? new Map<string, WireSchema>();
    schemasByName.set(name, schemas.set(JSON.stringify(schema), schema));
  }
  const properties: Record<string, WireSchema> = { ...object.properties };
  for (const [name, schemas] of schemasByName) {
    if (Object.hasOwn(properties, name)) continue;
    const [only, ...others] = schemas.values();
    properties[name] = only !== undefined && others.length === 0 ? only : { anyOf: [...schemas.values()] };
  }
  return properties;
}

function alternativesNote(alternatives: readonly (readonly string[])[]): string {
  const distinct = [...new Set(alternatives.map((names) => names.join(' and ')))];
  if (distinct.length < 2) return '';
  return `Give one of: ${distinct.map((names) => names || 'none of these').join('; ')}.`;
}

import { dereference } from './dereference.ts';
import { mergeAllOf, type Budget } from './merge-all-of.ts';
import { typeOfSchema } from './type-of-schema.ts';
import type { WireObjectSchema, WireSchema } from './wire-schema.ts';

/**
 * Parameters as one object, as every model provider asks for them. A union at the root becomes an object with the
 * parameters of all its members; which of them go together is said in the description. It takes at least what
 * the original takes.
 */
export function rootObject(schema: WireSchema): WireObjectSchema {
  const { $defs, ...root } = schema;
  const budget: Budget = { left: MAX_PARTS };
  const object = flatten(root, schema, budget, 0);
  // What was left out must not be forbidden.
  if (budget.left < 0) delete object.additionalProperties;
  return $defs === undefined ? object : { ...object, $defs };
}

const MAX_PARTS = 2000;
const MAX_DEPTH = 32;

function flatten(schema: WireSchema, root: WireSchema, budget: Budget, depth: number): WireObjectSchema {
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
      // A union that contains itself never ends: what lies too deep counts as left out.
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
  const offers = members.map((member) => (member.required ?? []).filter((name) => !required.has(name)));
  const common = (offers[0] ?? []).filter((name) => offers.every((names) => names.includes(name)));
  const description = [
    object.description,
    offerNote(offers.map((names) => names.filter((name) => !common.includes(name)))),
  ];
  const merged: WireObjectSchema = { ...object, properties: mergeMembers(object, members) };
  if (required.size + common.length > 0) merged.required = [...required, ...common];
  if (description.some(Boolean)) merged.description = description.filter(Boolean).join(' ');
  if (members.every((member) => member.additionalProperties === false)) merged.additionalProperties ??= false;
  return merged;
}

function mergeMembers(object: WireObjectSchema, members: readonly WireObjectSchema[]): Record<string, WireSchema> {
  const offered = new Map<string, Map<string, WireSchema>>();
  for (const [name, schema] of members.flatMap((member) => Object.entries(member.properties ?? {}))) {
    const schemas = offered.get(name) ?? new Map<string, WireSchema>();
    offered.set(name, schemas.set(JSON.stringify(schema), schema));
  }
  const properties: Record<string, WireSchema> = { ...object.properties };
  for (const [name, schemas] of offered) {
    if (Object.hasOwn(properties, name)) continue;
    const [only, ...others] = schemas.values();
    properties[name] = only !== undefined && others.length === 0 ? only : { anyOf: [...schemas.values()] };
  }
  return properties;
}

function offerNote(offers: readonly (readonly string[])[]): string {
  const distinct = [...new Set(offers.map((names) => names.join(' and ')))];
  if (distinct.length < 2) return '';
  return `Give one of: ${distinct.map((names) => names || 'none of these').join('; ')}.`;
}

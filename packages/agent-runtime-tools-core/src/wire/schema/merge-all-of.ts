import { canonicalJson } from '../../arguments/canonical-json.ts';
import { dereference } from './dereference.ts';
import type { WireSchema, WireType } from './wire-schema.ts';

/**
 * Merges the parts of `allOf` into the schema around it. If two parts cannot be merged, the first one wins. Parts beyond the
 * budget are ignored.
 *
 *   before  { allOf: [{ properties: { a: {} }, required: ['a'] }, { properties: { b: {} } }] }
 *   after   { properties: { a: {}, b: {} }, required: ['a'] }
 */
export function mergeAllOf(schema: WireSchema, root: WireSchema, budget: MergeBudget): WireSchema {
  const { allOf, ...base } = schema;
  if (allOf === undefined) return schema;
  let merged: WireSchema = base;
  for (const part of allOf) {
    budget.left -= 1;
    if (budget.left < 0) break;
    merged = mergeTwo(merged, mergeAllOf(dereference(part, root), root, budget));
  }
  return merged;
}

/** How many more parts one conversion may merge, because a schema can multiply itself. Negative if parts were ignored. */
export interface MergeBudget {
  left: number;
}

function mergeTwo(a: WireSchema, b: WireSchema): WireSchema {
  const merged: WireSchema = { ...b, ...a };
  if (a.properties !== undefined && b.properties !== undefined) {
    merged.properties = mergeProperties(a.properties, b.properties);
  }
  if (a.required !== undefined && b.required !== undefined) {
    merged.required = [...new Set([...a.required, ...b.required])];
  }
  if (a.type !== undefined && b.type !== undefined) merged.type = mergeTypes(a.type, b.type);
  if (a.enum !== undefined && b.enum !== undefined) merged.enum = mergeEnums(a.enum, b.enum);
  if (b.additionalProperties === false) merged.additionalProperties = false;
  for (const keyword of LOWER_BOUNDS) tighten(merged, keyword, a[keyword], b[keyword], Math.max);
  for (const keyword of UPPER_BOUNDS) tighten(merged, keyword, a[keyword], b[keyword], Math.min);
  return merged;
}

const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

function mergeProperties(a: Record<string, WireSchema>, b: Record<string, WireSchema>): Record<string, WireSchema> {
  const merged: Record<string, WireSchema> = { ...a };
  for (const [name, schema] of Object.entries(b)) {
    const other = Object.hasOwn(merged, name) ? merged[name] : undefined;
    merged[name] = other === undefined || isSameJson(other, schema) ? schema : { allOf: [other, schema] };
  }
  return merged;
}

/** The types in both lists; an integer is also a number. Keeps the first list if they have no type in common. */
function mergeTypes(a: WireType | WireType[], b: WireType | WireType[]): WireType | WireType[] {
  const [left, right] = [[a].flat(), [b].flat()];
  const both = left.flatMap((type): WireType[] => {
    if (right.includes(type)) return [type];
    if (type === 'number' && right.includes('integer')) return ['integer'];
    return type === 'integer' && right.includes('number') ? ['integer'] : [];
  });
  return both.length > 1 ? both : (both[0] ?? a);
}

/** Compares JSON values, regardless of the order of keys. */
function isSameJson(a: unknown, b: unknown): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b);
}

function mergeEnums(a: unknown[], b: unknown[]): unknown[] {
  const both = a.filter((value) => b.some((other) => isSameJson(value, other)));
  return both.length > 0 ? both : a;
}

function tighten(
  merged: WireSchema,
  keyword: string,
  a: unknown,
  b: unknown,
  choose: (a: number, b: number) => number,
): void {
  if (typeof a === 'number' && typeof b === 'number') merged[keyword] = choose(a, b);
}

import { ANNOTATION_KEYWORDS } from '../../schema/schema-keywords.ts';
import { mergeAllOf, type MergeBudget } from './merge-all-of.ts';
import { typeOfValue } from './type-of-schema.ts';
import type { WireSchema, WireType } from './wire-schema.ts';

/** A schema as a list of alternatives. */
export interface Alternatives {
  /** Without the alternative `null`. */
  readonly members: readonly WireSchema[];
  /** Whether null is accepted too. */
  readonly nullable: boolean;
  /** The title, description and other annotations of the whole schema. */
  readonly annotations: WireSchema;
}

/**
 * Splits unions, lists of types and enums of several types into alternatives with one type each. Literals of one type are
 * joined into one enum.
 *
 *   before  { type: ['string', 'null'], description: 'A name' }
 *   after   members [{ type: 'string' }], nullable true, annotations { description: 'A name' }
 */
export function alternativesOf(schema: WireSchema, root: WireSchema, budget: MergeBudget): Alternatives {
  const merged = mergeAllOf(schema, root, budget);
  const annotations: WireSchema = {};
  const constraints: WireSchema = {};
  for (const [keyword, value] of Object.entries(merged)) {
    if (keyword !== '$defs') (ANNOTATION_KEYWORDS.has(keyword) ? annotations : constraints)[keyword] = value;
  }
  const members = unionMembers(constraints, root, budget).flatMap(splitTypes);
  const others = members.filter((member) => !isNull(member));
  return { members: joinLiterals(others), nullable: others.length < members.length, annotations };
}

/** Keywords beside a union apply to each of its members. */
function unionMembers(schema: WireSchema, root: WireSchema, budget: MergeBudget): WireSchema[] {
  const { anyOf, oneOf, ...base } = schema;
  const members = anyOf ?? oneOf;
  if (members === undefined) return [schema];
  if (Object.keys(base).length === 0) return members;
  // `anyOf: [{ required: ['a'] }, { required: ['b'] }]` has no alternative shapes; it only adds a constraint.
  if (!members.some((member) => SHAPE_KEYWORDS.some((keyword) => member[keyword] !== undefined))) return [base];
  return members.map((member) => mergeAllOf({ ...base, allOf: [member] }, root, budget));
}

const SHAPE_KEYWORDS = [
  'type',
  'properties',
  'items',
  'prefixItems',
  'enum',
  'const',
  '$ref',
  'anyOf',
  'oneOf',
  'allOf',
];

function splitTypes(schema: WireSchema): WireSchema[] {
  const types = schema.type ?? (schema.enum === undefined ? undefined : [...new Set(schema.enum.map(typeOfValue))]);
  return types === undefined ? [schema] : [types].flat().flatMap((type) => restrictToType(schema, type));
}

/** The schema restricted to one of its types; empty if none of its literals has that type. */
function restrictToType(schema: WireSchema, type: WireType): WireSchema[] {
  const literals = literalValues(schema);
  const ofType = literals.filter((value) =>
    type === 'integer' ? Number.isInteger(value) : typeOfValue(value) === type,
  );
  if (literals.length > 0 && ofType.length === 0) return [];
  return [ofType.length < literals.length ? { ...schema, type, enum: ofType } : { ...schema, type }];
}

function isNull(schema: WireSchema): boolean {
  return schema.type === 'null' || schema.const === null;
}

function joinLiterals(members: readonly WireSchema[]): WireSchema[] {
  const literals = members.filter(isLiteral);
  const groups = Map.groupBy(literals, (member) => typeOfValue(literalValues(member)[0]));
  const joined = [...groups].map(([type, group]): WireSchema => {
    const [first, ...others] = group;
    if (first !== undefined && others.length === 0) return first;
    const values = [...new Set(group.flatMap(literalValues))];
    return { type: type === 'number' && values.every(Number.isInteger) ? 'integer' : type, enum: values };
  });
  return [...joined, ...members.filter((member) => !isLiteral(member))];
}

function isLiteral(schema: WireSchema): boolean {
  const values = literalValues(schema);
  const type = typeOfValue(values[0]);
  return (
    values.length > 0 &&
    type !== 'object' &&
    type !== 'array' &&
    values.every((value) => typeOfValue(value) === type) &&
    Object.keys(schema).every((keyword) => keyword === 'type' || keyword === 'const' || keyword === 'enum')
  );
}

function literalValues(schema: WireSchema): unknown[] {
  return schema.const === undefined ? (schema.enum ?? []) : [schema.const];
}

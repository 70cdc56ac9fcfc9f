import { ANNOTATIONS } from './dereference.ts';
import { mergeAllOf, type Budget } from './merge-all-of.ts';
import { typeOfValue } from './type-of-schema.ts';
import type { WireSchema, WireType } from './wire-schema.ts';

/** A schema as the alternatives it offers; that it also takes null is told apart. */
export interface Alternatives {
  readonly members: readonly WireSchema[];
  readonly nullable: boolean;
  /** What describes the whole. */
  readonly annotations: WireSchema;
}

/** Takes a schema apart: unions, lists of types, values of several types. Literals of one type become one enum. */
export function alternativesOf(schema: WireSchema, root: WireSchema, budget: Budget): Alternatives {
  const merged = mergeAllOf(schema, root, budget);
  const annotations: WireSchema = {};
  const constraints: WireSchema = {};
  for (const [keyword, value] of Object.entries(merged)) {
    if (keyword !== '$defs') (ANNOTATIONS.has(keyword) ? annotations : constraints)[keyword] = value;
  }
  const members = unionMembers(constraints, root, budget).flatMap(splitTypes);
  const others = members.filter((member) => !isNull(member));
  return { members: joinLiterals(others), nullable: others.length < members.length, annotations };
}

/** A union beside other keywords means: these keywords and one of the members. */
function unionMembers(schema: WireSchema, root: WireSchema, budget: Budget): WireSchema[] {
  const { anyOf, oneOf, ...base } = schema;
  const members = anyOf ?? oneOf;
  if (members === undefined) return [schema];
  if (Object.keys(base).length === 0) return members;
  // `anyOf: [{ required: ['a'] }, { required: ['b'] }]` offers no shapes; it only constrains.
  if (!members.some((member) => SHAPES.some((keyword) => member[keyword] !== undefined))) return [base];
  return members.map((member) => mergeAllOf({ ...base, allOf: [member] }, root, budget));
}

const SHAPES = ['type', 'properties', 'items', 'prefixItems', 'enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf'];

function splitTypes(schema: WireSchema): WireSchema[] {
  const types = schema.type ?? (schema.enum === undefined ? undefined : [...new Set(schema.enum.map(typeOfValue))]);
  return types === undefined ? [schema] : [types].flat().flatMap((type) => ofType(schema, type));
}

/** The schema for one of its types; none where its values leave nothing of that type. */
function ofType(schema: WireSchema, type: WireType): WireSchema[] {
  const given = literalValues(schema);
  const values = given.filter((value) => (type === 'integer' ? Number.isInteger(value) : typeOfValue(value) === type));
  if (given.length > 0 && values.length === 0) return [];
  return [values.length < given.length ? { ...schema, type, enum: values } : { ...schema, type }];
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

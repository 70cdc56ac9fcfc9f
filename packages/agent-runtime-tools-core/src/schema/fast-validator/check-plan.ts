import { ANNOTATION_KEYWORDS } from '../schema-keywords.ts';
import { isSchemaNode, type SchemaNode } from '../schema-node.ts';

/** What generated code has to check for the values of one schema. */
export type CheckPlan =
  | { readonly kind: 'literals'; readonly values: readonly Scalar[] }
  | { readonly kind: 'boolean' | 'number' | 'string' | 'array' | 'object'; readonly schema: SchemaNode };

type Scalar = string | number | boolean;

/** Undefined for a schema with a keyword or a default that generated code cannot handle. */
export function checkPlan(schema: SchemaNode): CheckPlan | undefined {
  const plan = planWithoutDefault(schema);
  if (plan === undefined || !('default' in schema)) return plan;
  return isCertainlyValid(schema['default'], plan) ? plan : undefined;
}

/** The keywords that bound values of each type. Their values must be numbers. */
const BOUND_KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  boolean: [],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  string: ['minLength', 'maxLength'],
  array: ['minItems', 'maxItems'],
  object: [],
};
/** The keywords that describe the parts of each type. */
const STRUCTURE_KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  array: ['items'],
  object: ['properties', 'required', 'additionalProperties'],
};
/** The keywords that need no code. Formats are not enforced. */
const IGNORED_KEYWORDS: ReadonlySet<string> = new Set([...ANNOTATION_KEYWORDS, 'type', 'format', '$comment']);
const MAX_PROPERTIES = 64;

function planWithoutDefault(schema: SchemaNode): CheckPlan | undefined {
  const keywords = Object.keys(schema).filter((keyword) => !IGNORED_KEYWORDS.has(keyword) && !keyword.startsWith('~'));
  const { type } = schema;
  const values = literalsOf(schema, keywords);
  if (values !== undefined) return { kind: 'literals', values };
  if (typeof type !== 'string') return undefined;
  const [bounds, structure] = [BOUND_KEYWORDS[type], STRUCTURE_KEYWORDS[type] ?? []];
  if (bounds === undefined) return undefined;
  const isSupported = (keyword: string): boolean =>
    bounds.includes(keyword) ? Number.isFinite(schema[keyword]) : structure.includes(keyword);
  if (!keywords.every(isSupported)) return undefined;
  if (type === 'object' && !isClosedObject(schema)) return undefined;
  const kind = type === 'integer' ? 'number' : (type as 'boolean' | 'number' | 'string' | 'array' | 'object');
  return { kind, schema };
}

/** Whether an object accepts only listed properties, none of which has the name of a member that every object inherits. */
function isClosedObject({ properties, required = [], additionalProperties }: SchemaNode): boolean {
  if (additionalProperties !== false || !isSchemaNode(properties) || !Array.isArray(required)) return false;
  const names = Object.keys(properties);
  if (names.length > MAX_PROPERTIES || names.some((name) => name in Object.prototype)) return false;
  return required.every((name: unknown) => typeof name === 'string' && Object.hasOwn(properties, name));
}

/** The values that `const`, `enum` or a union of constants allows. */
function literalsOf(schema: SchemaNode, keywords: readonly string[]): Scalar[] | undefined {
  const [keyword] = keywords;
  if (keywords.length !== 1 || keyword === undefined) return undefined;
  if (keyword === 'const') return scalarsOfType(schema, [schema['const']]);
  if (keyword === 'enum') return scalarsOfType(schema, schema['enum']);
  const branches = schema['anyOf'];
  if (keyword !== 'anyOf' || schema['type'] !== undefined || !Array.isArray(branches)) return undefined;
  const plans = branches.map((branch: unknown) => (isSchemaNode(branch) ? planWithoutDefault(branch) : undefined));
  return plans.every((plan) => plan?.kind === 'literals') ? plans.flatMap((plan) => plan.values) : undefined;
}

function scalarsOfType({ type }: SchemaNode, values: unknown): Scalar[] | undefined {
  if (!Array.isArray(values) || values.length === 0 || !values.every(isScalar)) return undefined;
  const isOfType = (value: Scalar): boolean =>
    type === undefined || type === typeof value || (type === 'integer' && Number.isInteger(value));
  return values.every(isOfType) ? values : undefined;
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

/** Whether a default can be filled in without a check at run time. */
function isCertainlyValid(value: unknown, plan: CheckPlan): boolean {
  // JSON.stringify, which writes the default into the code, turns -0 into 0.
  if (!isScalar(value) || Object.is(value, -0)) return false;
  if (plan.kind === 'literals') return plan.values.includes(value);
  if (typeof value !== plan.kind) return false;
  const { schema } = plan;
  const lower = (keyword: string): number => (typeof schema[keyword] === 'number' ? schema[keyword] : -Infinity);
  const upper = (keyword: string): number => (typeof schema[keyword] === 'number' ? schema[keyword] : Infinity);
  if (typeof value === 'string')
    return value.length >= 2 * Math.ceil(lower('minLength')) - 1 && value.length <= upper('maxLength');
  if (typeof value === 'boolean') return true;
  const isInRange = value >= lower('minimum') && value <= upper('maximum');
  const isInOpenRange = value > lower('exclusiveMinimum') && value < upper('exclusiveMaximum');
  return isInRange && isInOpenRange && (schema['type'] !== 'integer' || Number.isInteger(value));
}

import { isSchemaNode, type SchemaNode } from '../schema-node.ts';

/** How values of a schema are checked, where every word of the schema is understood. */
export type ValuePlan =
  | { readonly kind: 'choice'; readonly values: readonly Scalar[] }
  | { readonly kind: 'boolean' | 'number' | 'string' | 'array' | 'object'; readonly schema: SchemaNode };

type Scalar = string | number | boolean;

/** Undefined for a schema that says more than the plans can tell. */
export function valuePlan(schema: SchemaNode): ValuePlan | undefined {
  const plan = planWithoutDefault(schema);
  if (plan === undefined || !('default' in schema)) return plan;
  return isSurelyValid(schema['default'], plan) ? plan : undefined;
}

/** The words that each type's plan enforces. Numbers that bound something have to be numbers. */
const BOUNDS: Readonly<Record<string, readonly string[]>> = {
  boolean: [],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  string: ['minLength', 'maxLength'],
  array: ['minItems', 'maxItems'],
  object: [],
};
const PARTS: Readonly<Record<string, readonly string[]>> = {
  array: ['items'],
  object: ['properties', 'required', 'additionalProperties'],
};
const ANNOTATIONS = new Set(
  ['type', 'default', 'title', 'description', 'examples', 'format', 'deprecated', 'readOnly'].concat('$comment'),
);
const MAX_PROPERTIES = 64;

function planWithoutDefault(schema: SchemaNode): ValuePlan | undefined {
  const words = Object.keys(schema).filter((word) => !ANNOTATIONS.has(word) && !word.startsWith('~'));
  const { type } = schema;
  const values = choiceOf(schema, words);
  if (values !== undefined) return { kind: 'choice', values };
  if (typeof type !== 'string') return undefined;
  const [bounds, parts] = [BOUNDS[type], PARTS[type] ?? []];
  if (bounds === undefined) return undefined;
  const isUnderstood = (word: string): boolean =>
    bounds.includes(word) ? Number.isFinite(schema[word]) : parts.includes(word);
  if (!words.every(isUnderstood)) return undefined;
  if (type === 'object' && !isClosed(schema)) return undefined;
  const kind = type === 'integer' ? 'number' : (type as 'boolean' | 'number' | 'string' | 'array' | 'object');
  return { kind, schema };
}

/** An object that lists all it takes, under names that no object has by itself. */
function isClosed({ properties, required = [], additionalProperties }: SchemaNode): boolean {
  if (additionalProperties !== false || !isSchemaNode(properties) || !Array.isArray(required)) return false;
  const names = Object.keys(properties);
  if (names.length > MAX_PROPERTIES || names.some((name) => name in Object.prototype)) return false;
  return required.every((name: unknown) => typeof name === 'string' && Object.hasOwn(properties, name));
}

/** The values that `const`, `enum` or a union of constants leaves. */
function choiceOf(schema: SchemaNode, words: readonly string[]): Scalar[] | undefined {
  const [word] = words;
  if (words.length !== 1 || word === undefined) return undefined;
  if (word === 'const') return scalarsOf(schema, [schema['const']]);
  if (word === 'enum') return scalarsOf(schema, schema['enum']);
  const options = schema['anyOf'];
  if (word !== 'anyOf' || schema['type'] !== undefined || !Array.isArray(options)) return undefined;
  const plans = options.map((option: unknown) => (isSchemaNode(option) ? planWithoutDefault(option) : undefined));
  return plans.every((plan) => plan?.kind === 'choice') ? plans.flatMap((plan) => plan.values) : undefined;
}

function scalarsOf({ type }: SchemaNode, values: unknown): Scalar[] | undefined {
  if (!Array.isArray(values) || values.length === 0 || !values.every(isScalar)) return undefined;
  const isOfType = (value: Scalar): boolean =>
    type === undefined || type === typeof value || (type === 'integer' && Number.isInteger(value));
  return values.every(isOfType) ? values : undefined;
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

/** Whether a default may be filled in without being looked at. */
function isSurelyValid(value: unknown, plan: ValuePlan): boolean {
  if (!isScalar(value) || Object.is(value, -0)) return false;
  if (plan.kind === 'choice') return plan.values.includes(value);
  if (typeof value !== plan.kind) return false;
  const { schema } = plan;
  const atLeast = (word: string): number => (typeof schema[word] === 'number' ? schema[word] : -Infinity);
  const atMost = (word: string): number => (typeof schema[word] === 'number' ? schema[word] : Infinity);
  if (typeof value === 'string')
    return value.length >= 2 * Math.ceil(atLeast('minLength')) - 1 && value.length <= atMost('maxLength');
  if (typeof value === 'boolean') return true;
  const isWithin = value >= atLeast('minimum') && value <= atMost('maximum');
  const isBetween = value > atLeast('exclusiveMinimum') && value < atMost('exclusiveMaximum');
  return isWithin && isBetween && (schema['type'] !== 'integer' || Number.isInteger(value));
}

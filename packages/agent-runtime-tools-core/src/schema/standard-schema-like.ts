import type { Static } from '../type.ts';

/**
 * A Standard Schema (version 1) that can also say its JSON Schema: those of Zod, ArkType, and Valibot's with
 * `toStandardJsonSchema`.
 */
export interface StandardSchemaLike {
  readonly '~standard': {
    readonly version: number;
    readonly vendor: string;
    readonly validate: (value: unknown) => unknown;
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
      readonly output: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
    };
    readonly types?: { readonly input: unknown; readonly output: unknown } | undefined;
  };
}

/** What values of a schema are once they are checked; of a JSON Schema, what they are at all. */
export type SchemaOutput<S> = S extends StandardSchemaLike ? Types<S>['output'] : Static<S & object>;

/** What may be handed to a schema to be checked. */
export type SchemaInput<S> = S extends StandardSchemaLike ? Types<S>['input'] : Static<S & object>;

type Types<S extends StandardSchemaLike> = NonNullable<S['~standard']['types']>;

export function isStandardSchema(schema: unknown): schema is StandardSchemaLike {
  const isObject = (typeof schema === 'object' && schema !== null) || typeof schema === 'function';
  return isObject && '~standard' in schema;
}

/** The JSON Schema of a foreign one. Throws, with what to do, where it has none. */
export function jsonSchemaFrom(schema: StandardSchemaLike, side: 'input' | 'output'): Record<string, unknown> {
  const { vendor, jsonSchema } = schema['~standard'];
  if (typeof jsonSchema?.[side] !== 'function') {
    const hint = vendor === 'valibot' ? ': wrap it in toStandardJsonSchema of @valibot/to-json-schema' : '';
    throw new TypeError(`a schema of ${vendor} that cannot say its JSON Schema${hint}`);
  }
  return { ...jsonSchema[side]({ target: 'draft-2020-12' }) };
}

/** The checked value, or what is wrong with it. A schema that answers later has not said yes. */
export function validateWithSchema(
  schema: StandardSchemaLike,
  value: unknown,
): { value: unknown } | { issues: string[] } {
  const result = schema['~standard'].validate(value);
  if (result instanceof Promise) {
    result.catch(() => undefined);
    return { issues: ['its schema checks later than at once, which is not supported'] };
  }
  if (typeof result !== 'object' || result === null) return { issues: ['its schema gave no answer'] };
  if ('issues' in result && result.issues !== undefined) return { issues: textsOf(result.issues) };
  return 'value' in result ? { value: result.value } : { issues: ['its schema gave no answer'] };
}

function textsOf(issues: unknown): string[] {
  const texts = Array.isArray(issues) ? issues.map(textOf) : [];
  return texts.length === 0 ? ['the arguments are not acceptable'] : texts;
}

function textOf(issue: unknown): string {
  const { message, path } = Object(issue) as { message?: unknown; path?: unknown };
  const where = Array.isArray(path) ? path.map(keyOf).join('.') : '';
  return where === '' ? String(message) : `${where}: ${String(message)}`;
}

/** A step of a path is a key, or an object that has one. */
function keyOf(step: unknown): string {
  return typeof step === 'object' && step !== null && 'key' in step ? String(step.key) : String(step);
}

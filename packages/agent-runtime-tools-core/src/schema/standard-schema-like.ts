import type { Static } from '../type.ts';

/**
 * A Standard Schema (version 1) of another library that can also be written as JSON Schema: Zod, ArkType, or Valibot with
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

/** The type of a schema's values after validation. */
export type SchemaOutput<S> = S extends StandardSchemaLike ? Types<S>['output'] : Static<S & object>;

/** The type of a schema's values before validation. */
export type SchemaInput<S> = S extends StandardSchemaLike ? Types<S>['input'] : Static<S & object>;

type Types<S extends StandardSchemaLike> = NonNullable<S['~standard']['types']>;

export function isStandardSchema(schema: unknown): schema is StandardSchemaLike {
  const isObject = (typeof schema === 'object' && schema !== null) || typeof schema === 'function';
  return isObject && '~standard' in schema;
}

/** Writes a schema of another library as JSON Schema. Throws an error with advice if the library cannot do that. */
export function jsonSchemaFrom(schema: StandardSchemaLike, side: 'input' | 'output'): Record<string, unknown> {
  const { vendor, jsonSchema } = schema['~standard'];
  if (typeof jsonSchema?.[side] !== 'function') {
    const hint = vendor === 'valibot' ? ': wrap it in toStandardJsonSchema of @valibot/to-json-schema' : '';
    throw new TypeError(`a schema of ${vendor} that cannot be written as JSON Schema${hint}`);
  }
  return { ...jsonSchema[side]({ target: 'draft-2020-12' }) };
}

/** Validates a value. A schema that validates asynchronously is treated as failed. */
export function validateWithSchema(
  schema: StandardSchemaLike,
  value: unknown,
): { value: unknown } | { issues: string[] } {
  const result = schema['~standard'].validate(value);
  if (result instanceof Promise) {
    result.catch(() => undefined);
    return { issues: ['its schema validates asynchronously, which is not supported'] };
  }
  if (typeof result !== 'object' || result === null) return { issues: ['its schema returned no result'] };
  if ('issues' in result && result.issues !== undefined) return { issues: describeIssues(result.issues) };
  return 'value' in result ? { value: result.value } : { issues: ['its schema returned no result'] };
}

function describeIssues(issues: unknown): string[] {
  const texts = Array.isArray(issues) ? issues.map(describeIssue) : [];
  return texts.length === 0 ? ['the arguments are not acceptable'] : texts;
}

function describeIssue(issue: unknown): string {
  const { message, path } = Object(issue) as { message?: unknown; path?: unknown };
  const where = Array.isArray(path) ? path.map(keyOf).join('.') : '';
  return where === '' ? String(message) : `${where}: ${String(message)}`;
}

/** Standard Schema allows a path segment to be a key or an object with a key. */
function keyOf(step: unknown): string {
  return typeof step === 'object' && step !== null && 'key' in step ? String(step.key) : String(step);
}

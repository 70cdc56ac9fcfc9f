import type { Static, TSchema } from '../type.ts';
import { draft07Schema } from '../wire/schema/draft-07-schema.ts';
import { plainSchema } from '../wire/schema/normalize/plain-schema.ts';

/** A Standard Schema and Standard JSON Schema (version 1), which other agent libraries accept. */
export interface StandardSchema<T = unknown> {
  readonly '~standard': StandardSchemaProps<T>;
}

export interface StandardSchemaProps<T = unknown> {
  readonly version: 1;
  readonly vendor: string;
  readonly validate: (value: unknown) => StandardResult<T>;
  readonly jsonSchema: StandardJsonSchemaConverter;
  /** For the compiler only; absent at run time. */
  readonly types?: { readonly input: T; readonly output: T };
}

export type StandardResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path: readonly (string | number)[];
}

/** Writes the JSON Schema in one draft. Throws for an unknown draft, as the standard demands. */
export interface StandardJsonSchemaConverter {
  readonly input: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
  readonly output: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
}

export interface StandardJsonSchemaOptions {
  /** `draft-2020-12` or `draft-07`. */
  readonly target: string;
}

/** The outcome of validating a value. */
export type SchemaCheck =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly StandardIssue[] };

/** Makes a Standard Schema from a JSON Schema and the function that validates values. */
export function standardSchema<S extends TSchema>(
  schema: S,
  validate: (value: unknown) => SchemaCheck,
): StandardSchema<Static<S>>;
/** The same, for a known type of values and an unknown type of schema. */
export function standardSchema<T>(schema: TSchema, validate: (value: unknown) => SchemaCheck): StandardSchema<T>;
export function standardSchema(schema: TSchema, validate: (value: unknown) => SchemaCheck): StandardSchema {
  const toJsonSchema = ({ target }: StandardJsonSchemaOptions): Record<string, unknown> => writeSchema(schema, target);
  return {
    '~standard': {
      version: 1,
      vendor: 'agent-runtime-tools',
      validate: (value) => {
        const check = validate(value);
        return check.ok ? { value: check.value } : { issues: check.issues };
      },
      jsonSchema: { input: toJsonSchema, output: toJsonSchema },
    },
  };
}

function writeSchema(schema: TSchema, target: string): Record<string, unknown> {
  const plain = plainSchema(schema);
  switch (target) {
    case 'draft-2020-12':
      return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...plain };
    case 'draft-07':
      return { $schema: 'http://json-schema.org/draft-07/schema#', ...draft07Schema(plain) };
    default:
      throw new TypeError(`There is no JSON Schema for "${target}". Use "draft-2020-12" or "draft-07".`);
  }
}

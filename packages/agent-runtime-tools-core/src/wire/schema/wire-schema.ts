import type { JsonType } from '../../schema/json-type.ts';

/**
 * A JSON Schema (2020-12) as sent to a provider: plain, well-formed data whose references point only to its root (`#`) or
 * into the root's `$defs`. `plainSchema` makes one from any schema.
 */
export interface WireSchema {
  type?: WireType | WireType[];
  title?: string;
  description?: string;
  properties?: Record<string, WireSchema>;
  required?: string[];
  additionalProperties?: boolean | WireSchema;
  items?: WireSchema;
  prefixItems?: WireSchema[];
  anyOf?: WireSchema[];
  oneOf?: WireSchema[];
  allOf?: WireSchema[];
  enum?: unknown[];
  const?: unknown;
  $ref?: string;
  $defs?: Record<string, WireSchema>;
  [keyword: string]: unknown;
}

export type WireType = JsonType;

/** The schema of a tool's parameters, which are an object. */
export interface WireObjectSchema extends WireSchema {
  type: 'object';
}

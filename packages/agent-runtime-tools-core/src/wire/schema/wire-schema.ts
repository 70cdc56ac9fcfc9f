/**
 * A JSON Schema (2020-12) as it goes over the wire: plain data, well-formed, its references pointing only to
 * itself (`#`) or into its own root `$defs`. `plainSchema` makes one of any schema.
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

export const WIRE_TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const;

export type WireType = (typeof WIRE_TYPES)[number];

/** The schema of a tool's parameters: an object. */
export interface WireObjectSchema extends WireSchema {
  type: 'object';
}

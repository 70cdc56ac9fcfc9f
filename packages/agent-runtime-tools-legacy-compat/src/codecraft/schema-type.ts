/** The types of parameters, as `@google/generative-ai` names them. */
export const SchemaType = {
  STRING: 'string',
  NUMBER: 'number',
  INTEGER: 'integer',
  BOOLEAN: 'boolean',
  ARRAY: 'array',
  OBJECT: 'object',
} as const;

export type SchemaType = (typeof SchemaType)[keyof typeof SchemaType];

/** The keywords that hold schemas: one, a list of them, or a map from names to them. */
export const SUBSCHEMA_KEYWORDS: ReadonlyMap<string, 'one' | 'list' | 'map'> = new Map([
  ['additionalProperties', 'one'],
  ['contains', 'one'],
  ['contentSchema', 'one'],
  ['else', 'one'],
  ['if', 'one'],
  ['items', 'one'],
  ['not', 'one'],
  ['propertyNames', 'one'],
  ['then', 'one'],
  ['unevaluatedItems', 'one'],
  ['unevaluatedProperties', 'one'],
  ['allOf', 'list'],
  ['anyOf', 'list'],
  ['oneOf', 'list'],
  ['prefixItems', 'list'],
  ['$defs', 'map'],
  ['definitions', 'map'],
  ['dependentSchemas', 'map'],
  ['patternProperties', 'map'],
  ['properties', 'map'],
]);

/** Keywords whose value is data or names, never a schema. */
export const DATA_KEYWORDS: ReadonlySet<string> = new Set([
  'const',
  'default',
  'dependentRequired',
  'enum',
  'example',
  'examples',
  'required',
  'type',
]);

/** Keywords that describe values without constraining them. */
export const ANNOTATION_KEYWORDS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]);

/** Every keyword by which an object is recognised as a JSON Schema. */
export const JSON_SCHEMA_KEYWORDS: ReadonlySet<string> = new Set(
  `$schema $id $ref $anchor $dynamicRef $dynamicAnchor $defs definitions $comment title description default examples
   type enum const properties required additionalProperties patternProperties propertyNames minProperties maxProperties
   unevaluatedProperties dependentRequired dependentSchemas dependencies allOf anyOf oneOf not if then else items
   prefixItems contains minItems maxItems uniqueItems minimum maximum exclusiveMinimum exclusiveMaximum multipleOf
   minLength maxLength pattern format`.split(/\s+/),
);

/** Property names that a schema may not declare, because arguments with such keys are always rejected. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

import { checkOpenAiStrictSchema, OPENAI_STRICT_FORMATS } from './strict-schema-rules.ts';
import { plainSchema } from '../schema/normalize/plain-schema.ts';
import { mapSubschemas } from '../schema/map-subschemas.ts';
import { isPortablePattern } from '../schema/portable-pattern.ts';
import { rootObject } from '../schema/root-object.ts';
import { strictSchema, type StrictDialect } from '../schema/strict-schema.ts';
import type { WireObjectSchema, WireSchema } from '../schema/wire-schema.ts';

/** Writes parameters for both OpenAI interfaces. They are strict only if the schema meets the rules of strict mode. */
export function openAiParameters(schema: unknown, strict: boolean): { parameters: WireObjectSchema; strict: boolean } {
  const plain = plainSchema(schema);
  const parameters = strict ? strictSchema(plain, OPENAI_STRICT) : undefined;
  if (parameters !== undefined && checkOpenAiStrictSchema(parameters).length === 0) return { parameters, strict: true };
  return { parameters: { ...withArrayItems(rootObject(plain)), type: 'object' }, strict: false };
}

/** OpenAI requires `items` on every array, even if an item may be anything. */
function withArrayItems(schema: WireSchema): WireSchema {
  const copy = mapSubschemas(schema, withArrayItems);
  if ([schema.type].flat().includes('array')) copy.items ??= {};
  return copy;
}

const OPENAI_STRICT: StrictDialect = {
  optional: 'null',
  enforces: (keyword, value) =>
    ENFORCED_KEYWORDS.has(keyword) ||
    (keyword === 'format' && OPENAI_STRICT_FORMATS.has(value)) ||
    (keyword === 'pattern' && isPortablePattern(value)),
};

const ENFORCED_KEYWORDS: ReadonlySet<string> = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
]);

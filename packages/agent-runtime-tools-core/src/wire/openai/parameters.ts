import { checkOpenAiStrictSchema, OPENAI_STRICT_FORMATS } from './strict-schema-rules.ts';
import { plainSchema } from '../schema/normalize/plain-schema.ts';
import { isPortablePattern } from '../schema/portable-pattern.ts';
import { rootObject } from '../schema/root-object.ts';
import { strictSchema, type StrictDialect } from '../schema/strict-schema.ts';
import type { WireObjectSchema } from '../schema/wire-schema.ts';
import { withArrayItems } from '../schema/with-array-items.ts';

/** Parameters as both of OpenAI's interfaces take them; strict only where the published rules are met. */
export function openAiParameters(schema: unknown, strict: boolean): { parameters: WireObjectSchema; strict: boolean } {
  const plain = plainSchema(schema);
  const parameters = strict ? strictSchema(plain, OPENAI_STRICT) : undefined;
  if (parameters !== undefined && checkOpenAiStrictSchema(parameters).length === 0) return { parameters, strict: true };
  return { parameters: withArrayItems(rootObject(plain)), strict: false };
}

const OPENAI_STRICT: StrictDialect = {
  optional: 'null',
  enforces: (keyword, value) =>
    ENFORCED.has(keyword) ||
    (keyword === 'format' && OPENAI_STRICT_FORMATS.has(value)) ||
    (keyword === 'pattern' && isPortablePattern(value)),
};

const ENFORCED: ReadonlySet<string> = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
]);

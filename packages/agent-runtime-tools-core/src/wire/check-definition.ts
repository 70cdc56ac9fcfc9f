import { isSchemaNode } from '../schema/schema-node.ts';
import { checkAnthropic } from './rules/anthropic.ts';
import { checkGemini } from './rules/gemini.ts';
import { checkJsonSchema } from './rules/json-schema.ts';
import { checkMcp } from './rules/mcp.ts';
import { checkOpenAiResponses } from './rules/openai-responses.ts';
import { checkOpenAi } from './rules/openai.ts';
import { checkPlainData } from './rules/plain-data.ts';
import type { ToolDefinitionFormat } from './tool-definitions.ts';

/**
 * What is against a provider's published rules in a tool's definition; empty when nothing is. A definition that
 * calls itself strict is held to the rules of strict mode. One made with `strict` must say whether it is.
 */
export function checkDefinition(
  format: ToolDefinitionFormat,
  definition: unknown,
  { strict = false }: { readonly strict?: boolean } = {},
): string[] {
  const data = checkPlainData(definition);
  if (data.length > 0) return data;
  const isSilent = strict && HAS_STRICT_MODE.has(format) && !saysStrict(definition);
  return [...(isSilent ? ['does not say whether it is strict'] : []), ...CHECKS[format](definition)];
}

const CHECKS: Readonly<Record<ToolDefinitionFormat, (definition: unknown) => string[]>> = {
  openai: checkOpenAi,
  'openai-responses': checkOpenAiResponses,
  anthropic: checkAnthropic,
  gemini: checkGemini,
  mcp: checkMcp,
  'json-schema': checkJsonSchema,
};

const HAS_STRICT_MODE: ReadonlySet<ToolDefinitionFormat> = new Set(['openai', 'openai-responses', 'anthropic']);

function saysStrict(definition: unknown): boolean {
  if (!isSchemaNode(definition)) return false;
  const told = isSchemaNode(definition['function']) ? definition['function'] : definition;
  return typeof told['strict'] === 'boolean';
}

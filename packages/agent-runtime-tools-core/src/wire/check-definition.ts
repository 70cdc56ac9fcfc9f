import { isSchemaNode } from '../schema/schema-node.ts';
import { checkAnthropic } from './anthropic/definition-rules.ts';
import { checkGemini } from './gemini/definition-rules.ts';
import { checkJsonSchema } from './json-schema/definition-rules.ts';
import { checkMcp } from './mcp/definition-rules.ts';
import { checkOpenAiResponses } from './openai/responses-definition-rules.ts';
import { checkOpenAi } from './openai/definition-rules.ts';
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

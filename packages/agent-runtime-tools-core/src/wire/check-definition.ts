import { isSchemaNode } from '../schema/schema-node.ts';
import { checkAnthropicDefinition } from './anthropic/definition-rules.ts';
import { checkGeminiDefinition } from './gemini/definition-rules.ts';
import { checkJsonSchemaDefinition } from './json-schema/definition-rules.ts';
import { checkMcpDefinition } from './mcp/definition-rules.ts';
import { checkOpenAiDefinition, checkOpenAiResponsesDefinition } from './openai/definition-rules.ts';
import { checkPlainData } from './rules/check-plain-data.ts';
import type { ToolDefinitionFormat } from './tool-definitions.ts';

/**
 * Lists what a provider's published rules forbid in a tool definition. A definition with `strict: true` must also follow
 * the rules of strict mode. With the option `strict`, the definition must state whether it is strict.
 */
export function checkDefinition(
  format: ToolDefinitionFormat,
  definition: unknown,
  { strict = false }: { readonly strict?: boolean } = {},
): string[] {
  const problems = checkPlainData(definition);
  if (problems.length > 0) return problems;
  const lacksStrict = strict && HAS_STRICT_MODE.has(format) && !hasStrictField(definition);
  return [...(lacksStrict ? ['does not say whether it is strict'] : []), ...CHECKS[format](definition)];
}

const CHECKS: Readonly<Record<ToolDefinitionFormat, (definition: unknown) => string[]>> = {
  openai: checkOpenAiDefinition,
  'openai-responses': checkOpenAiResponsesDefinition,
  anthropic: checkAnthropicDefinition,
  gemini: checkGeminiDefinition,
  mcp: checkMcpDefinition,
  'json-schema': checkJsonSchemaDefinition,
};

const HAS_STRICT_MODE: ReadonlySet<ToolDefinitionFormat> = new Set(['openai', 'openai-responses', 'anthropic']);

function hasStrictField(definition: unknown): boolean {
  if (!isSchemaNode(definition)) return false;
  const holder = isSchemaNode(definition['function']) ? definition['function'] : definition;
  return typeof holder['strict'] === 'boolean';
}

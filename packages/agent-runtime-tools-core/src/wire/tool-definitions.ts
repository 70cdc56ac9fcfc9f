import type { ToolHandler } from '../contracts/tool-handler.ts';
import { toAnthropic, type AnthropicToolDefinition } from './anthropic/definitions.ts';
import { toGemini, type GeminiToolDefinition } from './gemini/definitions.ts';
import { toJsonSchema, type JsonSchemaToolDefinition } from './json-schema/definitions.ts';
import { toMcp, type McpToolDefinition } from './mcp/definitions.ts';
import { toOpenAiResponses, type OpenAiResponsesToolDefinition } from './openai/responses-definitions.ts';
import { toOpenAi, type OpenAiToolDefinition } from './openai/chat-definitions.ts';

export type { AnthropicToolDefinition } from './anthropic/definitions.ts';
export type { GeminiToolDefinition } from './gemini/definitions.ts';
export type { JsonSchemaToolDefinition } from './json-schema/definitions.ts';
export type {
  JsonObject,
  JsonValue,
  McpObjectSchema,
  McpToolAnnotations,
  McpToolDefinition,
} from './mcp/definitions.ts';
export type { OpenAiResponsesToolDefinition } from './openai/responses-definitions.ts';
export type { OpenAiToolDefinition } from './openai/chat-definitions.ts';
export type { GeminiSchema, GeminiType } from './gemini/gemini-schema.ts';
export type { WireObjectSchema, WireSchema, WireType } from './schema/wire-schema.ts';

/** What a tool looks like in each format. */
export interface ToolDefinitions {
  openai: OpenAiToolDefinition;
  'openai-responses': OpenAiResponsesToolDefinition;
  anthropic: AnthropicToolDefinition;
  gemini: GeminiToolDefinition;
  mcp: McpToolDefinition;
  'json-schema': JsonSchemaToolDefinition;
}

export type ToolDefinitionFormat = keyof ToolDefinitions;

export type ToolDefinitionOf<F extends ToolDefinitionFormat> = ToolDefinitions[F];

export type ToolDefinition = ToolDefinitionOf<ToolDefinitionFormat>;

export interface ToolDefinitionOptions<F extends ToolDefinitionFormat = ToolDefinitionFormat> {
  readonly format: F;
  /**
   * Asks for the provider's strict mode where it has one (OpenAI, Anthropic). A tool whose schema the mode cannot
   * express says `strict: false`. Default false.
   */
  readonly strict?: boolean;
}

/** The tools as one provider wants them described. Fresh plain data: the tools' own schemas are never changed. */
export function toToolDefinitions<F extends ToolDefinitionFormat>(
  tools: readonly ToolHandler[],
  { format, strict = false }: ToolDefinitionOptions<F>,
): ToolDefinitionOf<F>[] {
  if (!isFormat(format)) {
    throw new TypeError(`There is no format "${format}". Use one of: ${Object.keys(WRITERS).join(', ')}.`);
  }
  return WRITERS[format](tools, { strict });
}

type Writers = {
  readonly [F in ToolDefinitionFormat]: (
    tools: readonly ToolHandler[],
    options: { strict: boolean },
  ) => ToolDefinitionOf<F>[];
};

const WRITERS: Writers = {
  openai: toOpenAi,
  'openai-responses': toOpenAiResponses,
  anthropic: toAnthropic,
  gemini: toGemini,
  mcp: toMcp,
  'json-schema': toJsonSchema,
};

function isFormat(format: string): boolean {
  return Object.hasOwn(WRITERS, format);
}

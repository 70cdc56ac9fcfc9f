import type { ToolHandler } from '../contracts/tool-handler.ts';
import { toAnthropicDefinitions, type AnthropicToolDefinition } from './anthropic/definitions.ts';
import { toGeminiDefinitions, type GeminiToolDefinition } from './gemini/definitions.ts';
import { toJsonSchemaDefinitions, type JsonSchemaToolDefinition } from './json-schema/definitions.ts';
import { toMcpDefinitions, type McpToolDefinition } from './mcp/definitions.ts';
import { toOpenAiResponsesDefinitions, type OpenAiResponsesToolDefinition } from './openai/responses-definitions.ts';
import { toOpenAiDefinitions, type OpenAiToolDefinition } from './openai/chat-definitions.ts';

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

/** The definition type of each format. */
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
   * Requests the provider's strict mode (OpenAI, Anthropic). A tool whose schema strict mode cannot express gets
   * `strict: false`. Default false.
   */
  readonly strict?: boolean;
}

/** Writes tool definitions for one provider, as new plain data: the tools' own schemas are never changed. */
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
  openai: toOpenAiDefinitions,
  'openai-responses': toOpenAiResponsesDefinitions,
  anthropic: toAnthropicDefinitions,
  gemini: toGeminiDefinitions,
  mcp: toMcpDefinitions,
  'json-schema': toJsonSchemaDefinitions,
};

function isFormat(format: string): boolean {
  return Object.hasOwn(WRITERS, format);
}

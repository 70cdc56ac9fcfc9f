import { anthropicMessages, type AnthropicToolResultMessage } from './anthropic/messages.ts';
import { geminiMessages, type GeminiFunctionResponses } from './gemini/messages.ts';
import { plainResults, type PlainToolResult } from './json-schema/messages.ts';
import { mcpResults, type McpToolResult } from './mcp/messages.ts';
import { openAiChatMessages, type OpenAiToolMessage } from './openai/chat-messages.ts';
import { openAiResponsesItems, type OpenAiFunctionCallOutput } from './openai/responses-messages.ts';
import type { ResultWithParts } from './result-parts.ts';
import type { ToolDefinitionFormat } from './tool-definitions.ts';

export type { AnthropicImageType, AnthropicToolResultMessage } from './anthropic/messages.ts';
export type { GeminiFunctionResponses } from './gemini/messages.ts';
export type { PlainToolResult } from './json-schema/messages.ts';
export type { McpToolResult } from './mcp/messages.ts';
export type { OpenAiToolMessage } from './openai/chat-messages.ts';
export type { OpenAiFunctionCallOutput } from './openai/responses-messages.ts';

/** The message type of each format. */
export interface ToolMessages {
  openai: OpenAiToolMessage;
  'openai-responses': OpenAiFunctionCallOutput;
  anthropic: AnthropicToolResultMessage;
  gemini: GeminiFunctionResponses;
  mcp: McpToolResult;
  'json-schema': PlainToolResult;
}

export type ToolMessageOf<F extends ToolDefinitionFormat> = ToolMessages[F];

/** Writes results as the messages that a provider expects, in the given order. */
export function toToolMessages<F extends ToolDefinitionFormat>(
  results: readonly ResultWithParts[],
  format: F,
): ToolMessageOf<F>[] {
  if (!Object.hasOwn(WRITERS, format))
    throw new TypeError(`There is no format "${format}". Use one of: ${Object.keys(WRITERS).join(', ')}.`);
  return results.length === 0 ? [] : WRITERS[format](results);
}

type Writers = {
  readonly [F in ToolDefinitionFormat]: (results: readonly ResultWithParts[]) => ToolMessageOf<F>[];
};

const WRITERS: Writers = {
  openai: openAiChatMessages,
  'openai-responses': openAiResponsesItems,
  anthropic: anthropicMessages,
  gemini: geminiMessages,
  mcp: mcpResults,
  'json-schema': plainResults,
};

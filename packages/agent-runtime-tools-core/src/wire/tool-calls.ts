import type { ToolCall } from '../batch/execute-batch.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { readAnthropicCalls } from './anthropic/calls.ts';
import { readGeminiCalls } from './gemini/calls.ts';
import { readPlainCall } from './json-schema/calls.ts';
import { readOpenAiChatCalls } from './openai/chat-calls.ts';
import { readOpenAiResponsesCalls } from './openai/responses-calls.ts';
import { objectAt, objectsIn } from './read-calls.ts';
import type { ToolDefinitionFormat } from './tool-definitions.ts';

/**
 * Reads the calls in a provider's answer, for `executeAll`. Takes a whole answer as the provider's library returns it, or a
 * list of all events of a stream. Arguments stay the text that was sent, so that `execute` can report a mistake in them.
 * Ignores everything that is not a call.
 */
export function toToolCalls(message: unknown, { format }: { readonly format: ToolDefinitionFormat }): ToolCall[] {
  if (!Object.hasOwn(READERS, format))
    throw new TypeError(`There is no format "${format}". Use one of: ${Object.keys(READERS).join(', ')}.`);
  return READERS[format](objectsIn(message));
}

/** A whole answer is read as a stream of one event. */
const READERS: Readonly<Record<ToolDefinitionFormat, (events: readonly SchemaNode[]) => ToolCall[]>> = {
  openai: readOpenAiChatCalls,
  'openai-responses': readOpenAiResponsesCalls,
  anthropic: readAnthropicCalls,
  gemini: readGeminiCalls,
  mcp: (requests) => requests.flatMap((request) => readPlainCall(objectAt(request, 'params') ?? request, request)),
  'json-schema': (calls) => calls.flatMap((call) => readPlainCall(call, call)),
};

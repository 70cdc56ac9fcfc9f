import type { ContentPart } from '../contracts/content-part.ts';
import type { ToolResult } from '../contracts/tool-result.ts';
import { isSchemaNode } from '../schema/schema-node.ts';
import { isMadeId } from './placeholder-call-id.ts';
import type { ToolDefinitionFormat } from './tool-definitions.ts';

/** What a provider is told of results, in each format. */
export interface ToolMessages {
  openai: OpenAiToolMessage;
  'openai-responses': OpenAiFunctionCallOutput;
  anthropic: AnthropicToolResultMessage;
  gemini: GeminiFunctionResponses;
  mcp: McpToolResult;
  'json-schema': PlainToolResult;
}

export type ToolMessageOf<F extends ToolDefinitionFormat> = ToolMessages[F];

/** Chat Completions: one message per result. Tool messages are text; images follow in a message of the user. */
export type OpenAiToolMessage =
  | { role: 'tool'; tool_call_id: string; content: string }
  | { role: 'user'; content: { type: 'image_url'; image_url: { url: string } }[] };

/** Responses: one item per result. */
export interface OpenAiFunctionCallOutput {
  type: 'function_call_output';
  call_id: string;
  output: ({ type: 'input_text'; text: string } | { type: 'input_image'; image_url: string; detail: 'auto' })[];
}

/** Messages: one message for all results. */
export interface AnthropicToolResultMessage {
  role: 'user';
  content: {
    type: 'tool_result';
    tool_use_id: string;
    is_error: boolean;
    content: (
      | { type: 'text'; text: string }
      | { type: 'image'; source: { type: 'base64'; media_type: AnthropicImageType; data: string } }
    )[];
  }[];
}

export type AnthropicImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

/** Gemini: one content for all results. */
export interface GeminiFunctionResponses {
  role: 'user';
  parts: (
    | { functionResponse: { id?: string; name: string; response: Record<string, unknown> } }
    | { inlineData: { mimeType: string; data: string } }
  )[];
}

/** The Model Context Protocol: the answer to one `tools/call`. */
export interface McpToolResult {
  content: ({ type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string })[];
  structuredContent?: Record<string, unknown>;
  isError: boolean;
  [key: string]: unknown;
}

/** In nobody's dialect. */
export interface PlainToolResult {
  callId: string;
  toolName: string;
  isError: boolean;
  content: ContentPart[];
}

/** A result with what its model should read of it. */
export interface ReadableResult {
  readonly result: ToolResult;
  readonly parts: readonly ContentPart[];
  /** Whether the tool says what its value looks like. */
  readonly hasOutputSchema: boolean;
}

/** Results as a provider takes them back, in the order given. */
export function toToolMessages<F extends ToolDefinitionFormat>(
  results: readonly ReadableResult[],
  format: F,
): ToolMessageOf<F>[] {
  if (!Object.hasOwn(WRITERS, format))
    throw new TypeError(`There is no format "${format}". Use one of: ${Object.keys(WRITERS).join(', ')}.`);
  return results.length === 0 ? [] : WRITERS[format](results);
}

type Writers = {
  readonly [F in ToolDefinitionFormat]: (results: readonly ReadableResult[]) => ToolMessageOf<F>[];
};

const WRITERS: Writers = {
  openai: (results) => [
    ...results.map(({ result, parts }): OpenAiToolMessage => ({
      role: 'tool',
      tool_call_id: result.metadata.callId,
      content: parts.map(textOf).join('\n'),
    })),
    ...imagesMessage(results),
  ],
  'openai-responses': (results) =>
    results.map(({ result, parts }) => ({
      type: 'function_call_output',
      call_id: result.metadata.callId,
      output: parts.map((part) =>
        part.type === 'image'
          ? { type: 'input_image', image_url: dataUrl(part), detail: 'auto' }
          : { type: 'input_text', text: textOf(part) },
      ),
    })),
  anthropic: (results) => [
    {
      role: 'user',
      content: results.map(({ result, parts }) => ({
        type: 'tool_result',
        tool_use_id: result.metadata.callId,
        is_error: !result.ok,
        content: parts.map((part) =>
          part.type === 'image' && isAnthropicImage(part.mediaType)
            ? { type: 'image', source: { type: 'base64', media_type: part.mediaType, data: part.data } }
            : { type: 'text', text: textOf(part) || ' ' },
        ),
      })),
    },
  ],
  gemini: (results) => [{ role: 'user', parts: results.flatMap(geminiParts) }],
  mcp: (results) => results.map(mcpResult),
  'json-schema': (results) =>
    results.map(({ result, parts }) => ({
      callId: result.metadata.callId,
      toolName: result.metadata.toolName,
      isError: !result.ok,
      content: [...parts],
    })),
};

function imagesMessage(results: readonly ReadableResult[]): OpenAiToolMessage[] {
  const content = results.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      part.type === 'image' ? [{ type: 'image_url' as const, image_url: { url: dataUrl(part) } }] : [],
    ),
  );
  return content.length === 0 ? [] : [{ role: 'user', content }];
}

function geminiParts({ result, parts }: ReadableResult): GeminiFunctionResponses['parts'] {
  const { callId, toolName } = result.metadata;
  const [first] = parts;
  const output = parts.length === 1 && first?.type === 'json' ? first.value : parts.map(textOf).join('\n');
  const response = {
    ...(!isMadeId(callId) && { id: callId }),
    name: toolName,
    response: result.ok ? { output } : { error: output },
  };
  const images = parts.flatMap((part) =>
    part.type === 'image' ? [{ inlineData: { mimeType: part.mediaType, data: part.data } }] : [],
  );
  return [{ functionResponse: response }, ...images];
}

function mcpResult({ result, parts, hasOutputSchema }: ReadableResult): McpToolResult {
  const isStructured = result.ok && hasOutputSchema && isSchemaNode(result.value);
  return {
    content: parts.map((part) =>
      part.type === 'image'
        ? { type: 'image', data: part.data, mimeType: part.mediaType }
        : { type: 'text', text: textOf(part) },
    ),
    ...(isStructured && isSchemaNode(result.value) && { structuredContent: result.value }),
    isError: !result.ok,
  };
}

function textOf(part: ContentPart): string {
  if (part.type === 'text') return part.text;
  if (part.type === 'image') return `[image: ${part.mediaType}]`;
  return JSON.stringify(part.value) ?? 'null';
}

function dataUrl({ mediaType, data }: Extract<ContentPart, { type: 'image' }>): string {
  return `data:${mediaType};base64,${data}`;
}

function isAnthropicImage(mediaType: string): mediaType is AnthropicImageType {
  return ['image/jpeg', 'image/png', 'image/gif', 'image/webp'].includes(mediaType);
}

import type { OpenAiToolDefinition } from '@ku0/agent-runtime-tools-core';

/** The part of OpenAI's chat format that this example needs. */
export type ChatMessage =
  | { readonly role: 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly tool_calls?: readonly ChatToolCall[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

export interface ChatToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A part of a streamed answer: `choices[0].delta` of a chunk. Only the first part of a call has its id and name. */
export interface ChatDelta {
  readonly content?: string;
  readonly tool_calls?: readonly {
    readonly index: number;
    readonly id?: string;
    readonly function: { readonly name?: string; readonly arguments?: string };
  }[];
}

/** Streams the answer to a conversation. */
export type ChatModel = (
  messages: readonly ChatMessage[],
  tools: readonly OpenAiToolDefinition[],
) => AsyncIterable<ChatDelta>;

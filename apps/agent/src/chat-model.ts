import { setTimeout } from 'node:timers/promises';
import { errorMessage, toToolCalls, type PartialToolUse, type ToolCall } from '@ku0/agent-runtime-tools-core';
import type { TaskTools } from '@ku0/agent-runtime-tools-task';
import OpenAI from 'openai';
import type { Message } from './conversation.ts';

/** A complete answer of the model. */
export interface Answer {
  readonly message: OpenAI.ChatCompletionAssistantMessageParam;
  readonly calls: readonly ToolCall[];
  readonly tokens: number;
}

export interface AnswerOptions {
  readonly tools: TaskTools;
  readonly signal: AbortSignal;
  readonly onText: (text: string) => void;
  /** The arguments of a call, as far as they have arrived. */
  readonly onPartial: (partial: PartialToolUse) => void;
  /** The answer so far is discarded, and the model is asked again. */
  readonly onRetry: (reason: string) => void;
}

/** A model behind an OpenAI-compatible endpoint. */
export class ChatModel {
  readonly #client: OpenAI;
  readonly #model: string;

  constructor({ model, baseUrl, apiKey }: { model: string; baseUrl: string | undefined; apiKey: string }) {
    this.#model = model;
    // The client waits and tries again by itself when the endpoint is busy or limits the rate, as long as nothing has arrived.
    this.#client = new OpenAI({ apiKey, maxRetries: 4, ...(baseUrl !== undefined && { baseURL: baseUrl }) });
  }

  /** Streams an answer. A stream that breaks off is started again; rejects if that does not help, or on abort. */
  async answer(messages: readonly Message[], options: AnswerOptions): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#stream(messages, options);
      } catch (error) {
        const isFinal = error instanceof OpenAI.APIError && error.status !== undefined;
        if (options.signal.aborted || isFinal || attempt === MAX_ATTEMPTS) throw error;
        options.onRetry(errorMessage(error));
        await setTimeout(RETRY_MS * attempt, undefined, { signal: options.signal });
      }
    }
  }

  async #stream(messages: readonly Message[], { tools, signal, onText, onPartial }: AnswerOptions): Promise<Answer> {
    const stream = await this.#client.chat.completions.create(
      {
        model: this.#model,
        messages: [...messages],
        tools: tools.getToolDefinitions({ format: 'openai' }),
        stream: true,
        stream_options: { include_usage: true },
      },
      { signal },
    );
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    const streaming = new Map<number, { id: string; name: string }>();
    let text = '';
    let isFinished = false;
    try {
      for await (const chunk of stream) {
        chunks.push(chunk);
        const [choice] = chunk.choices;
        isFinished ||= typeof choice?.finish_reason === 'string';
        const added = choice?.delta.content ?? '';
        text += added;
        if (added !== '') onText(added);
        for (const { index, id, function: piece } of choice?.delta.tool_calls ?? []) {
          const call = streaming.get(index) ?? { id: id ?? '', name: '' };
          streaming.set(index, call);
          call.name += piece?.name ?? '';
          const partial = await tools.handlePartial({
            callId: call.id,
            name: call.name,
            delta: piece?.arguments ?? '',
          });
          if (partial !== undefined) onPartial(partial);
        }
      }
      signal.throwIfAborted();
      if (!isFinished) throw new Error('The answer broke off.');
    } catch (error) {
      for (const { id } of streaming.values()) tools.dropPartial(id);
      throw error;
    }
    return answerOf(text, chunks);
  }
}

function answerOf(text: string, chunks: readonly OpenAI.ChatCompletionChunk[]): Answer {
  // Core repairs and checks the arguments. A call without an id would have no result in the conversation.
  const calls = toToolCalls([...chunks], { format: 'openai' }).map((call, index) => ({
    ...call,
    callId: call.callId ?? `call-${index}`,
  }));
  const tool_calls = calls.map(({ callId, name, params }) => ({
    id: callId,
    type: 'function' as const,
    function: { name, arguments: typeof params === 'string' ? params : JSON.stringify(params) },
  }));
  return {
    message: { role: 'assistant', content: text, ...(tool_calls.length > 0 && { tool_calls }) },
    calls,
    tokens: chunks.findLast(({ usage }) => usage)?.usage?.total_tokens ?? 0,
  };
}

const MAX_ATTEMPTS = 4;
const RETRY_MS = 300;

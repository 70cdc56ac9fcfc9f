import type { ContentPart, ExecuteOptions, ToolView } from '@ku0/agent-runtime-tools-core';
import type { ChatMessage, ChatModel, ChatToolCall } from './chat-format.ts';

export interface AgentOptions {
  readonly tools: ToolView;
  readonly model: ChatModel;
  /** The task of the calls. Remembered approvals, read tracking, background commands and undo belong to a task. */
  readonly taskId: string;
  /** Cancels the running calls and ends the loop. */
  readonly signal?: AbortSignal;
  readonly maxTurns?: number;
}

/** Lets a model work on a question until it makes no more tool calls. Returns the whole conversation. */
export async function agentLoop(
  question: string,
  { tools, model, taskId, signal, maxTurns = 20 }: AgentOptions,
): Promise<ChatMessage[]> {
  const messages: ChatMessage[] = [{ role: 'user', content: question }];
  const definitions = tools.getToolDefinitions({ format: 'openai' });
  for (let turn = 0; turn < maxTurns; turn++) {
    if (signal?.aborted === true) break;
    const options: ExecuteOptions = { taskId, turnId: tools.beginTurn({ taskId }), ...(signal && { signal }) };
    const { content, calls } = await readAnswer(model(messages, definitions), tools, options);
    messages.push({ role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }) });
    if (calls.length === 0) break;
    // The arguments are passed as text: core parses them, and invalid JSON becomes an error result. Some models send an
    // empty text for a call without arguments.
    const batch = calls.map(({ id, function: called }) => ({
      callId: id,
      name: called.name,
      params: called.arguments || '{}',
    }));
    const results = await tools.executeAll(batch, options);
    for (const [index, { id }] of calls.entries()) {
      const result = results[index];
      const text = result === undefined ? '' : tools.toModelOutput(result).map(textOf).join('\n');
      messages.push({ role: 'tool', tool_call_id: id, content: text });
    }
  }
  tools.endTurn({ taskId });
  return messages;
}

/** Assembles a streamed answer and passes each part of a call's arguments to its tool. */
async function readAnswer(
  answer: ReturnType<ChatModel>,
  tools: ToolView,
  options: ExecuteOptions,
): Promise<{ content: string; calls: ChatToolCall[] }> {
  let content = '';
  const calls: ChatToolCall[] = [];
  for await (const delta of answer) {
    content += delta.content ?? '';
    for (const { index, id = '', function: piece } of delta.tool_calls ?? []) {
      const known = calls[index] ?? { id, type: 'function', function: { name: piece.name ?? '', arguments: '' } };
      const { name, arguments: before } = known.function;
      const added = piece.arguments ?? '';
      calls[index] = { ...known, function: { name, arguments: before + added } };
      await tools.handlePartial({ callId: known.id, name, delta: added }, options);
    }
  }
  return { content, calls };
}

/** Tool results are text in this format. For a provider that accepts images, send `part.data`. */
function textOf(part: ContentPart): string {
  if (part.type === 'text') return part.text;
  if (part.type === 'resource') return part.text ?? `[a document, ${part.uri}]`;
  return part.type === 'json' ? JSON.stringify(part.value) : `[${part.type}, ${part.mediaType}]`;
}

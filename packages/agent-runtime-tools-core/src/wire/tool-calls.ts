import type { ToolCall } from '../batch/execute-batch.ts';
import { isSchemaNode, type SchemaNode } from '../schema/schema-node.ts';
import type { ToolDefinitionFormat } from './tool-definitions.ts';
import { madeId } from './placeholder-call-id.ts';

/**
 * The calls in a provider's answer, for `executeAll`. Takes the answer whole, as the provider's library gives it, or all events
 * of a stream in a list. Arguments stay the text they came as, so that a mistake in them is told to the model. Never throws
 * for an answer: what is no call is left out.
 */
export function toToolCalls(message: unknown, { format }: { readonly format: ToolDefinitionFormat }): ToolCall[] {
  if (!Object.hasOwn(READERS, format))
    throw new TypeError(`There is no format "${format}". Use one of: ${Object.keys(READERS).join(', ')}.`);
  return READERS[format](listOf(message));
}

/** An answer is a list of one event. */
function listOf(message: unknown): SchemaNode[] {
  return (Array.isArray(message) ? message : [message]).filter(isSchemaNode);
}

const READERS: Readonly<Record<ToolDefinitionFormat, (events: readonly SchemaNode[]) => ToolCall[]>> = {
  openai: openAiCalls,
  'openai-responses': responsesCalls,
  anthropic: anthropicCalls,
  gemini: geminiCalls,
  mcp: (events) => events.flatMap((event) => plainCall(nodeAt(event, 'params') ?? event, event)),
  'json-schema': (events) => events.flatMap((event) => plainCall(event, event)),
};

/** A call in pieces: its arguments grow. */
interface GrowingCall {
  callId: string | undefined;
  name: string;
  text: string;
}

/** Completions, messages, and chunks whose deltas carry the number of the call they belong to. */
function openAiCalls(events: readonly SchemaNode[]): ToolCall[] {
  const growing = new Map<unknown, GrowingCall>();
  const whole: ToolCall[] = [];
  for (const event of events) {
    const choices = listOf(event['choices'] ?? []);
    for (const holder of choices.length > 0 ? choices : [{ message: event }]) {
      for (const call of listOf(nodeAt(holder, 'message')?.['tool_calls'] ?? [])) {
        const made = nodeAt(call, 'function');
        if (made !== undefined) whole.push(...callOf(call['id'], made['name'], made['arguments']));
      }
      for (const piece of listOf(nodeAt(holder, 'delta')?.['tool_calls'] ?? [])) {
        const made = nodeAt(piece, 'function');
        grow(growing, piece['index'], { id: piece['id'], name: made?.['name'], text: made?.['arguments'] });
      }
    }
  }
  return [...whole, ...grown(growing)];
}

/** Responses, their items, and events: an item is added, its arguments grow, it is done. */
function responsesCalls(events: readonly SchemaNode[]): ToolCall[] {
  const done = new Map<unknown, ToolCall[]>();
  const growing = new Map<unknown, GrowingCall>();
  const take = (item: unknown): void => {
    if (isSchemaNode(item) && item['type'] === 'function_call')
      done.set(item['call_id'], callOf(item['call_id'], item['name'], item['arguments']));
  };
  for (const event of events) {
    const item = nodeAt(event, 'item');
    switch (event['type']) {
      case 'function_call':
        take(event);
        break;
      case 'response.output_item.added':
        if (item?.['type'] === 'function_call')
          grow(growing, item['id'], { id: item['call_id'], name: item['name'], text: item['arguments'] });
        break;
      case 'response.function_call_arguments.delta':
        grow(growing, event['item_id'], { text: event['delta'] });
        break;
      case 'response.output_item.done':
        take(item);
        break;
      default:
        for (const made of listOf((nodeAt(event, 'response') ?? event)['output'] ?? [])) take(made);
    }
  }
  for (const call of grown(growing)) if (!done.has(call.callId)) done.set(call.callId, [call]);
  return [...done.values()].flat();
}

/** Messages, and events: a block starts, its input grows. */
function anthropicCalls(events: readonly SchemaNode[]): ToolCall[] {
  const growing = new Map<unknown, GrowingCall>();
  const whole: ToolCall[] = [];
  for (const event of events) {
    for (const block of event['type'] === 'tool_use' ? [event] : listOf(event['content'] ?? []))
      if (block['type'] === 'tool_use') whole.push(...callOf(block['id'], block['name'], block['input']));
    const block = nodeAt(event, 'content_block');
    if (block?.['type'] === 'tool_use')
      grow(growing, event['index'], { id: block['id'], name: block['name'], text: '' });
    const delta = nodeAt(event, 'delta');
    if (delta?.['type'] === 'input_json_delta') grow(growing, event['index'], { text: delta['partial_json'] });
  }
  return [...whole, ...grown(growing)];
}

/** Responses, whole or in chunks: a call always comes in one piece. Some models give no ids. */
function geminiCalls(events: readonly SchemaNode[]): ToolCall[] {
  const calls: ToolCall[] = [];
  for (const event of events) {
    const [candidate] = listOf(event['candidates'] ?? []);
    const content = nodeAt(candidate ?? { content: event }, 'content');
    for (const part of listOf(content?.['parts'] ?? [])) {
      const call = nodeAt(part, 'functionCall');
      if (call === undefined) continue;
      calls.push(...callOf(call['id'] ?? madeId(calls.length), call['name'], call['args'] ?? {}));
    }
  }
  return calls;
}

function plainCall(call: SchemaNode, holder: SchemaNode): ToolCall[] {
  const id = call['callId'] ?? call['id'] ?? holder['id'];
  return callOf(typeof id === 'number' ? String(id) : id, call['name'], call['arguments'] ?? call['params'] ?? {});
}

function callOf(id: unknown, name: unknown, params: unknown): ToolCall[] {
  if (typeof name !== 'string') return [];
  return [{ name, params, ...(typeof id === 'string' && id !== '' && { callId: id }) }];
}

function grow(
  growing: Map<unknown, GrowingCall>,
  key: unknown,
  { id, name, text }: { id?: unknown; name?: unknown; text?: unknown },
): void {
  const call = growing.get(key) ?? { callId: undefined, name: '', text: '' };
  if (typeof id === 'string') call.callId = id;
  if (typeof name === 'string') call.name += name;
  if (typeof text === 'string') call.text += text;
  growing.set(key, call);
}

/** A stream without any piece of arguments means a call without arguments. */
function grown(growing: ReadonlyMap<unknown, GrowingCall>): ToolCall[] {
  return [...growing.values()].flatMap(({ callId, name, text }) =>
    name === '' ? [] : callOf(callId, name, text === '' ? '{}' : text),
  );
}

function nodeAt(node: SchemaNode, key: string): SchemaNode | undefined {
  const value = node[key];
  return isSchemaNode(value) ? value : undefined;
}

import type { ToolCall } from '../batch/execute-batch.ts';
import { isSchemaNode, type SchemaNode } from '../schema/schema-node.ts';

/** The objects in a list. A single object counts as a list of one. */
export function objectsIn(value: unknown): SchemaNode[] {
  return (Array.isArray(value) ? value : [value]).filter(isSchemaNode);
}

export function objectAt(node: SchemaNode, key: string): SchemaNode | undefined {
  const value = node[key];
  return isSchemaNode(value) ? value : undefined;
}

/** The first of several alternative answers. The calls of the others are not meant to be made as well. */
export function firstChoice(choices: unknown): SchemaNode | undefined {
  return objectsIn(choices).find(({ index = 0 }) => index === 0);
}

/** One call, or none if it has no name. An empty id counts as absent. */
export function callOf(id: unknown, name: unknown, params: unknown): ToolCall[] {
  if (typeof name !== 'string') return [];
  return [{ name, params, ...(typeof id === 'string' && id !== '' && { callId: id }) }];
}

/** Assembles calls whose id, name and arguments arrive in pieces. */
export class StreamedCalls {
  readonly #calls = new Map<unknown, { callId: string | undefined; name: string; text: string }>();

  /** Adds a piece to the call with this key: its index, or the id of its item. */
  add(key: unknown, { id, name, text }: { id?: unknown; name?: unknown; text?: unknown }): void {
    const call = this.#calls.get(key) ?? { callId: undefined, name: '', text: '' };
    if (typeof id === 'string') call.callId = id;
    if (typeof name === 'string') call.name += name;
    if (typeof text === 'string') call.text += text;
    this.#calls.set(key, call);
  }

  /** The assembled calls. A call without any piece of arguments has no arguments. */
  toCalls(): ToolCall[] {
    return [...this.#calls.values()].flatMap(({ callId, name, text }) =>
      name === '' ? [] : callOf(callId, name, text === '' ? '{}' : text),
    );
  }
}

import type { ToolCall } from '../../batch/execute-batch.ts';
import type { SchemaNode } from '../../schema/schema-node.ts';
import { callOf } from '../read-calls.ts';

/**
 * Reads a call in plain JSON: `{ callId or id, name, arguments or params }`. The id may also be that of the request around
 * the call, as in JSON-RPC.
 */
export function readPlainCall(call: SchemaNode, request: SchemaNode): ToolCall[] {
  const id = call['callId'] ?? call['id'] ?? request['id'];
  return callOf(typeof id === 'number' ? String(id) : id, call['name'], call['arguments'] ?? call['params'] ?? {});
}

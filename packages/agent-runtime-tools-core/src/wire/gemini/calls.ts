import type { ToolCall } from '../../batch/execute-batch.ts';
import type { SchemaNode } from '../../schema/schema-node.ts';
import { callOf, objectAt, objectsIn } from '../read-calls.ts';

/** Reads responses, whole or in chunks: a call always comes in one piece. Some models give no ids. */
export function readGeminiCalls(events: readonly SchemaNode[]): ToolCall[] {
  const calls: ToolCall[] = [];
  for (const event of events) {
    const [candidate] = objectsIn(event['candidates'] ?? []);
    const content = objectAt(candidate ?? { content: event }, 'content');
    for (const part of objectsIn(content?.['parts'] ?? [])) {
      const call = objectAt(part, 'functionCall');
      if (call === undefined) continue;
      const id = call['id'] ?? `${PLACEHOLDER_PREFIX}${calls.length}`;
      calls.push(...callOf(id, call['name'], call['args'] ?? {}));
    }
  }
  return calls;
}

/** Whether an id was made up for a call without one. Gemini must not get such an id back. */
export function isPlaceholderCallId(id: string): boolean {
  return id.startsWith(PLACEHOLDER_PREFIX);
}

const PLACEHOLDER_PREFIX = 'unnamed-call-';

import type { ToolCall } from '../../batch/execute-batch.ts';
import type { SchemaNode } from '../../schema/schema-node.ts';
import { StreamedCalls, callOf, objectAt, objectsIn } from '../read-calls.ts';

/** Reads Messages: whole messages, single blocks, and the stream events in which a block starts and its input grows. */
export function readAnthropicCalls(events: readonly SchemaNode[]): ToolCall[] {
  const streamed = new StreamedCalls();
  const whole: ToolCall[] = [];
  for (const event of events) {
    for (const block of event['type'] === 'tool_use' ? [event] : objectsIn(event['content'] ?? []))
      if (block['type'] === 'tool_use') whole.push(...callOf(block['id'], block['name'], block['input']));
    const block = objectAt(event, 'content_block');
    if (block?.['type'] === 'tool_use')
      streamed.add(event['index'], { id: block['id'], name: block['name'], text: '' });
    const delta = objectAt(event, 'delta');
    if (delta?.['type'] === 'input_json_delta') streamed.add(event['index'], { text: delta['partial_json'] });
  }
  return [...whole, ...streamed.toCalls()];
}

import type { ToolCall } from '../../batch/execute-batch.ts';
import type { SchemaNode } from '../../schema/schema-node.ts';
import { StreamedCalls, callOf, firstChoice, objectAt, objectsIn } from '../read-calls.ts';

/** Reads Chat Completions: completions, messages, and chunks whose deltas carry the index of their call. */
export function readOpenAiChatCalls(events: readonly SchemaNode[]): ToolCall[] {
  const streamed = new StreamedCalls();
  const whole: ToolCall[] = [];
  for (const event of events) {
    const choice = 'choices' in event ? firstChoice(event['choices']) : { message: event };
    if (choice === undefined) continue;
    for (const call of objectsIn(objectAt(choice, 'message')?.['tool_calls'] ?? [])) {
      const called = objectAt(call, 'function');
      if (called !== undefined) whole.push(...callOf(call['id'], called['name'], called['arguments']));
    }
    for (const piece of objectsIn(objectAt(choice, 'delta')?.['tool_calls'] ?? [])) {
      const called = objectAt(piece, 'function');
      streamed.add(piece['index'], { id: piece['id'], name: called?.['name'], text: called?.['arguments'] });
    }
  }
  return [...whole, ...streamed.toCalls()];
}

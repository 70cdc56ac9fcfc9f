import type { ToolCall } from '../../batch/execute-batch.ts';
import { isSchemaNode, type SchemaNode } from '../../schema/schema-node.ts';
import { StreamedCalls, callOf, objectAt, objectsIn } from '../read-calls.ts';

/** Reads Responses: whole responses, single items, and stream events. A finished item replaces its streamed pieces. */
export function readOpenAiResponsesCalls(events: readonly SchemaNode[]): ToolCall[] {
  const finished = new Map<unknown, ToolCall[]>();
  const streamed = new StreamedCalls();
  const addFinished = (item: unknown): void => {
    if (isSchemaNode(item) && item['type'] === 'function_call')
      finished.set(item['call_id'], callOf(item['call_id'], item['name'], item['arguments']));
  };
  for (const event of events) {
    const item = objectAt(event, 'item');
    switch (event['type']) {
      case 'function_call':
        addFinished(event);
        break;
      case 'response.output_item.added':
        if (item?.['type'] === 'function_call')
          streamed.add(item['id'], { id: item['call_id'], name: item['name'], text: item['arguments'] });
        break;
      case 'response.function_call_arguments.delta':
        streamed.add(event['item_id'], { text: event['delta'] });
        break;
      case 'response.output_item.done':
        addFinished(item);
        break;
      default:
        for (const output of objectsIn((objectAt(event, 'response') ?? event)['output'] ?? [])) addFinished(output);
    }
  }
  for (const call of streamed.toCalls()) if (!finished.has(call.callId)) finished.set(call.callId, [call]);
  return [...finished.values()].flat();
}

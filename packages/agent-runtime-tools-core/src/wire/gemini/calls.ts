import type { ToolCall } from '../../batch/execute-batch.ts';
import type { SchemaNode } from '../../schema/schema-node.ts';
import { callOf, firstChoice, objectAt, objectsIn } from '../read-calls.ts';
import { addPartialArguments } from './partial-arguments.ts';

/**
 * Reads responses, whole or in chunks. A call comes in one piece unless the request set `streamFunctionCallArguments`. Some
 * models give no ids.
 */
export function readGeminiCalls(events: readonly SchemaNode[]): ToolCall[] {
  const calls: ToolCall[] = [];
  /** The arguments of the call whose further pieces, which have no name, are still to come. */
  let unfinished: SchemaNode | undefined;
  for (const piece of events.flatMap(functionCallsIn)) {
    const isContinued = piece['willContinue'] === true;
    if (unfinished === undefined || piece['name'] !== undefined) {
      const isStreamed = isContinued || piece['partialArgs'] !== undefined;
      unfinished = isStreamed ? {} : undefined;
      const id = piece['id'] ?? `${PLACEHOLDER_PREFIX}${calls.length}`;
      calls.push(...callOf(id, piece['name'], unfinished ?? piece['args'] ?? {}));
    }
    if (unfinished !== undefined) addPartialArguments(unfinished, piece);
    if (!isContinued) unfinished = undefined;
  }
  return calls;
}

function functionCallsIn(event: SchemaNode): SchemaNode[] {
  const candidate = 'candidates' in event ? firstChoice(event['candidates']) : { content: event };
  const content = candidate && objectAt(candidate, 'content');
  return objectsIn(content?.['parts'] ?? [])
    .map((part) => objectAt(part, 'functionCall'))
    .filter((call) => call !== undefined);
}

/** Whether an id was made up for a call without one. Gemini must not get such an id back. */
export function isPlaceholderCallId(id: string): boolean {
  return id.startsWith(PLACEHOLDER_PREFIX);
}

const PLACEHOLDER_PREFIX = 'unnamed-call-';

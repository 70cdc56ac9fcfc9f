import { isSchemaNode } from '../../schema/schema-node.ts';
import { checkOpenAiFunction } from './definition-rules.ts';

/** What OpenAI's Responses would refuse in a tool, or make strict on its own because `strict` is not said. */
export function checkOpenAiResponses(definition: unknown): string[] {
  if (!isSchemaNode(definition) || definition['type'] !== 'function') return ['type is not "function"'];
  return [
    ...(typeof definition['strict'] === 'boolean' ? [] : ['strict is not said']),
    ...checkOpenAiFunction(definition),
  ];
}

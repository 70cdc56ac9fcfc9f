import { isSchemaNode, type SchemaNode } from '../../schema/schema-node.ts';
import { checkOpenAiStrictSchema } from './strict-schema-rules.ts';
import { checkObjectSchema } from '../rules/check-schema.ts';
import { walkSchema } from '../rules/walk-schema.ts';

/** Lists what OpenAI's Chat Completions would reject in a tool definition. */
export function checkOpenAiDefinition(definition: unknown): string[] {
  if (!isSchemaNode(definition) || definition['type'] !== 'function') return ['type is not "function"'];
  if (!isSchemaNode(definition['function'])) return ['function is not an object'];
  return checkFunction(definition['function']);
}

/** Lists what OpenAI's Responses would reject in a tool definition. Without `strict`, it would try strict mode on its own. */
export function checkOpenAiResponsesDefinition(definition: unknown): string[] {
  if (!isSchemaNode(definition) || definition['type'] !== 'function') return ['type is not "function"'];
  return [...(typeof definition['strict'] === 'boolean' ? [] : ['strict is missing']), ...checkFunction(definition)];
}

function checkFunction(definition: SchemaNode): string[] {
  const { name, description, parameters, strict } = definition;
  const problems: string[] = [];
  if (typeof name !== 'string' || !/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
    problems.push('name must match ^[a-zA-Z0-9_-]{1,64}$');
  }
  if (typeof description !== 'string') problems.push('description is not a string');
  if (strict !== undefined && typeof strict !== 'boolean') problems.push('strict is not a boolean');
  const rules = strict === true ? checkOpenAiStrictSchema(parameters) : checkParameters(parameters);
  return [...problems, ...rules.map((problem) => `parameters: ${problem}`)];
}

function checkParameters(parameters: unknown): string[] {
  const problems = checkObjectSchema(parameters);
  if (!isSchemaNode(parameters)) return problems;
  for (const keyword of ['oneOf', 'anyOf', 'allOf', 'enum', 'const', 'not']) {
    if (keyword in parameters) problems.push(`"${keyword}" is not allowed at the top level`);
  }
  if (!isSchemaNode(parameters['properties'])) problems.push('the object at the root has no properties');
  for (const { node, at } of walkSchema(parameters)) {
    if ([node['type']].flat().includes('array') && !('items' in node)) problems.push(`${at}: an array without items`);
  }
  return problems;
}

import { isSchemaNode } from '../../schema/schema-node.ts';
import { checkAnthropicStrictSchema } from './strict-schema-rules.ts';
import { checkObjectSchema } from '../rules/check-schema.ts';

/** Lists what Anthropic's Messages would reject in a tool definition. */
export function checkAnthropicDefinition(definition: unknown): string[] {
  if (!isSchemaNode(definition)) return ['the definition is not an object'];
  const { name, description, input_schema: schema, strict } = definition;
  const problems: string[] = [];
  if (typeof name !== 'string' || !/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
    problems.push('name must match ^[a-zA-Z0-9_-]{1,64}$');
  }
  if (typeof description !== 'string') problems.push('description is not a string');
  if (strict !== undefined && typeof strict !== 'boolean') problems.push('strict is not a boolean');
  const rules = strict === true ? checkAnthropicStrictSchema(schema) : [];
  return [...problems, ...[...checkInputSchema(schema), ...rules].map((problem) => `input_schema: ${problem}`)];
}

/** Parameter names that Anthropic accepts. */
export const ANTHROPIC_PARAMETER_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;

function checkInputSchema(schema: unknown): string[] {
  const problems = checkObjectSchema(schema);
  if (!isSchemaNode(schema)) return problems;
  for (const keyword of ['oneOf', 'anyOf', 'allOf']) {
    if (keyword in schema) problems.push(`"${keyword}" is not allowed at the top level`);
  }
  for (const name of Object.keys(schema['properties'] ?? {})) {
    if (!ANTHROPIC_PARAMETER_NAME.test(name)) {
      problems.push(`the parameter ${JSON.stringify(name)} must match ${ANTHROPIC_PARAMETER_NAME.source}`);
    }
  }
  return problems;
}

import { isSchemaNode, type SchemaNode } from '../../schema/schema-node.ts';
import { isPortablePattern } from '../schema/portable-pattern.ts';
import { checkOpenAiStrictLimits } from './strict-limits.ts';
import { checkObjectSchema } from '../rules/check-schema.ts';
import { walkSchema } from '../rules/walk-schema.ts';

/** Lists what OpenAI's Structured Outputs do not support in a schema. */
export function checkOpenAiStrictSchema(schema: unknown): string[] {
  const problems = checkObjectSchema(schema);
  if (!isSchemaNode(schema) || problems.length > 0) return problems;
  if ('anyOf' in schema) problems.push('"anyOf" is not allowed at the root');
  for (const { node, at } of walkSchema(schema)) {
    problems.push(...checkNode(node, node === schema).map((problem) => `${at || '/'}: ${problem}`));
  }
  return [...problems, ...checkOpenAiStrictLimits(schema)];
}

/** String formats that OpenAI's strict mode supports. */
export const OPENAI_STRICT_FORMATS: ReadonlySet<unknown> = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
]);

function checkNode(node: SchemaNode, isRoot: boolean): string[] {
  const keywords = Object.keys(node);
  const problems = keywords
    .filter((keyword) => !SUPPORTED.has(keyword))
    .map((keyword) => `"${keyword}" is not supported`);
  if ('$defs' in node && !isRoot) problems.push('"$defs" is allowed only at the root');
  if ('$ref' in node && keywords.length > 1) problems.push('nothing may stand beside "$ref"');
  if (!('$ref' in node || 'type' in node || 'anyOf' in node)) problems.push('has no type');
  if ('format' in node && !OPENAI_STRICT_FORMATS.has(node['format'])) {
    problems.push(`the format ${JSON.stringify(node['format'])} is not supported`);
  }
  if ('pattern' in node && !isPortablePattern(node['pattern'])) problems.push('the pattern is not supported');
  const types = new Set([node['type']].flat());
  if (types.has('array') && !isSchemaNode(node['items'])) problems.push('an array without items');
  return types.has('object') ? [...problems, ...checkObject(node)] : problems;
}

function checkObject(node: SchemaNode): string[] {
  const problems = node['additionalProperties'] === false ? [] : ['additionalProperties must be false'];
  if (!isSchemaNode(node['properties']) || !Array.isArray(node['required'])) {
    return [...problems, 'properties and required must be given'];
  }
  const [names, required] = [Object.keys(node['properties']), node['required']];
  const isComplete = names.length === required.length && names.every((name) => required.includes(name));
  return isComplete ? problems : [...problems, 'required must list every property'];
}

const SUPPORTED: ReadonlySet<string> = new Set([
  '$defs',
  '$ref',
  'additionalProperties',
  'anyOf',
  'const',
  'description',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'items',
  'maximum',
  'maxItems',
  'minimum',
  'minItems',
  'multipleOf',
  'pattern',
  'properties',
  'required',
  'title',
  'type',
]);

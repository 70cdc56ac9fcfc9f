import { isSchemaNode, type SchemaNode } from '../../schema/schema-node.ts';
import { listOf } from '../rules/list-of.ts';
import { subschemasOf, targetOf, walkSchema } from '../rules/walk-schema.ts';

/** What Anthropic's strict tool use does not support in a schema. */
export function checkAnthropicStrictSchema(schema: unknown): string[] {
  if (!isSchemaNode(schema)) return ['is not an object'];
  const problems = walkSchema(schema).flatMap(({ node, at }) =>
    checkNode(node).map((problem) => `${at || '/'}: ${problem}`),
  );
  if (recurs(schema)) problems.push('contains itself');
  return problems;
}

/** The string formats that Anthropic's strict mode knows. */
export const ANTHROPIC_STRICT_FORMATS: ReadonlySet<unknown> = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'uri',
  'ipv4',
  'ipv6',
  'uuid',
]);

function checkNode(node: SchemaNode): string[] {
  const keywords = Object.keys(node);
  const problems = keywords
    .filter((keyword) => !SUPPORTED.has(keyword))
    .map((keyword) => `"${keyword}" is not supported`);
  const isTyped = ['$ref', 'type', 'anyOf', 'enum', 'const'].some((keyword) => keyword in node);
  if (!isTyped) problems.push('has no type');
  if ('format' in node && !ANTHROPIC_STRICT_FORMATS.has(node['format'])) {
    problems.push(`the format ${JSON.stringify(node['format'])} is not supported`);
  }
  if ('minItems' in node && node['minItems'] !== 0 && node['minItems'] !== 1) {
    problems.push('minItems may be 0 or 1 alone');
  }
  const values = [...listOf(node['enum']), node['const']];
  if (values.some((value) => typeof value === 'object' && value !== null)) {
    problems.push('a value may not be an object or an array');
  }
  if ([node['type']].flat().includes('object') && node['additionalProperties'] !== false) {
    problems.push('additionalProperties must be false');
  }
  return problems;
}

const SUPPORTED: ReadonlySet<string> = new Set([
  '$defs',
  '$ref',
  'additionalProperties',
  'anyOf',
  'const',
  'default',
  'description',
  'enum',
  'format',
  'items',
  'minItems',
  'properties',
  'required',
  'title',
  'type',
]);

function recurs(root: SchemaNode): boolean {
  const open = new Set<SchemaNode>();
  const done = new Set<SchemaNode>();
  const leadsBack = (node: SchemaNode): boolean => {
    if (open.has(node) || done.has(node)) return open.has(node);
    open.add(node);
    const { $defs: _, ...rest } = node;
    const inside = subschemasOf(rest).map(([, subschema]) => subschema);
    const found = [...inside, targetOf(node['$ref'], root)].some((next) => isSchemaNode(next) && leadsBack(next));
    open.delete(node);
    done.add(node);
    return found;
  };
  return leadsBack(root);
}

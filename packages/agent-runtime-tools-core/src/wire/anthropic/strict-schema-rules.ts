import { isSchemaNode, type SchemaNode } from '../../schema/schema-node.ts';
import { listOf, referencedSchema, subschemasOf, walkSchema } from '../rules/walk-schema.ts';

/** Lists what Anthropic's strict mode does not support in a schema. */
export function checkAnthropicStrictSchema(schema: unknown): string[] {
  if (!isSchemaNode(schema)) return ['is not an object'];
  const problems = walkSchema(schema).flatMap(({ node, at }) =>
    checkNode(node).map((problem) => `${at || '/'}: ${problem}`),
  );
  if (isRecursive(schema)) problems.push('contains itself');
  return problems;
}

/** String formats that Anthropic's strict mode supports. */
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
    problems.push('minItems may only be 0 or 1');
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

/** Depth-first search for a cycle through subschemas and references. */
function isRecursive(root: SchemaNode): boolean {
  const ancestors = new Set<SchemaNode>();
  const visited = new Set<SchemaNode>();
  const hasCycle = (node: SchemaNode): boolean => {
    if (ancestors.has(node) || visited.has(node)) return ancestors.has(node);
    ancestors.add(node);
    const { $defs: _, ...rest } = node;
    const children = subschemasOf(rest).map(([, subschema]) => subschema);
    const target = referencedSchema(node['$ref'], root);
    const found = [...children, target].some((next) => isSchemaNode(next) && hasCycle(next));
    ancestors.delete(node);
    visited.add(node);
    return found;
  };
  return hasCycle(root);
}

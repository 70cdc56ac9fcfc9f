import { isSchemaNode, type SchemaNode } from '../../schema/schema-node.ts';
import { checkObjectSchema } from '../rules/check-schema.ts';

/** Lists what violates the Model Context Protocol (revisions 2025-06-18 and 2025-11-25) in a tool definition. */
export function checkMcpDefinition(definition: unknown): string[] {
  if (!isSchemaNode(definition)) return ['the definition is not an object'];
  const { name, annotations, inputSchema, outputSchema } = definition;
  const problems = Object.keys(definition)
    .filter((field) => !FIELDS.has(field))
    .map((field) => `"${field}" is not a field of a tool`);
  if (typeof name !== 'string' || !/^[A-Za-z0-9_.-]{1,128}$/.test(name)) {
    problems.push('name must match ^[A-Za-z0-9_.-]{1,128}$');
  }
  for (const field of ['title', 'description']) {
    if (field in definition && typeof definition[field] !== 'string') problems.push(`${field} is not a string`);
  }
  if ('annotations' in definition) problems.push(...checkAnnotations(annotations));
  problems.push(...checkRoot(inputSchema).map((problem) => `inputSchema: ${problem}`));
  if ('outputSchema' in definition) {
    problems.push(...checkRoot(outputSchema).map((problem) => `outputSchema: ${problem}`));
  }
  return problems;
}

const FIELDS: ReadonlySet<string> = new Set([
  'name',
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
  'icons',
  'execution',
  '_meta',
]);

const HINTS: ReadonlySet<string> = new Set(['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']);

function checkAnnotations(annotations: unknown): string[] {
  if (!isSchemaNode(annotations)) return ['annotations is not an object'];
  return Object.entries(annotations)
    .filter(
      ([name, value]) =>
        !(HINTS.has(name) ? typeof value === 'boolean' : name === 'title' && typeof value === 'string'),
    )
    .map(([name]) => `annotations: "${name}" is unknown or malformed`);
}

/** JSON Schema allows `true` and `false` as property schemas; the protocol requires objects. */
function checkRoot(schema: unknown): string[] {
  const properties: SchemaNode = isSchemaNode(schema) && isSchemaNode(schema['properties']) ? schema['properties'] : {};
  const booleans = Object.keys(properties).filter((name) => typeof properties[name] === 'boolean');
  return [
    ...checkObjectSchema(schema),
    ...booleans.map((name) => `the property ${JSON.stringify(name)} is not an object`),
  ];
}

import { isSchemaNode, type SchemaNode } from './schema-node.ts';

/**
 * What is plainly wrong with a parameter schema, cheaply enough to ask at every registration. Compiling, which
 * finds the rest, waits for the first use.
 */
export function schemaProblem(schema: unknown): string | undefined {
  if (!isSchemaNode(schema)) return 'is not a JSON Schema object';
  const types = schema['type'];
  if (types !== undefined && types !== 'object') return `must describe an object, not ${JSON.stringify(types)}`;
  return nodeProblem(schema, '', 0);
}

const TYPES: ReadonlySet<unknown> = new Set(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']);
const MAX_DEPTH = 64;

function nodeProblem(node: SchemaNode, path: string, depth: number): string | undefined {
  if (depth > MAX_DEPTH) return 'is nested too deeply';
  const type = node['type'];
  const types: unknown[] = Array.isArray(type) ? type : type === undefined ? [] : [type];
  const unknownType = types.find((name) => !TYPES.has(name));
  if (unknownType !== undefined) return `has the unknown type ${JSON.stringify(unknownType)} at ${path || 'its root'}`;
  const properties = node['properties'];
  if (properties !== undefined && !isSchemaNode(properties))
    return `has "properties" that are not an object at ${path || 'its root'}`;
  for (const [name, child] of Object.entries(properties ?? {})) {
    if (name === '__proto__' || name === 'constructor' || name === 'prototype')
      return `names the parameter "${name}", which is never accepted`;
    if (!isSchemaNode(child) && typeof child !== 'boolean') return `has no schema at ${path}/${name}`;
    const problem = isSchemaNode(child) ? nodeProblem(child, `${path}/${name}`, depth + 1) : undefined;
    if (problem !== undefined) return problem;
  }
  return isSchemaNode(node['items']) ? nodeProblem(node['items'], `${path}/items`, depth + 1) : undefined;
}

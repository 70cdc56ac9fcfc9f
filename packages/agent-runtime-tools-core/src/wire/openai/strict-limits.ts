import { isSchemaNode, type SchemaNode } from '../../schema/schema-node.ts';
import { listOf, referencedSchema, subschemasOf, walkSchema } from '../rules/walk-schema.ts';

/** Lists the published limits of Structured Outputs that a schema exceeds. */
export function checkOpenAiStrictLimits(schema: SchemaNode): string[] {
  const nodes = walkSchema(schema).map(({ node }) => node);
  const properties = nodes.flatMap((node) => namesIn(node['properties']));
  const enums = nodes.map((node) => listOf(node['enum']));
  const constants = nodes.flatMap((node) => ('const' in node ? [node['const']] : []));
  const text = [...properties, ...namesIn(schema['$defs']), ...enums.flat(), ...constants];
  const problems: string[] = [];
  if (properties.length > 5000) problems.push('has more than 5000 properties');
  if (depthOf(schema, schema) > 10) problems.push('is nested more than 10 levels deep');
  if (lengthOf(text) > 120_000) problems.push('has names and values of more than 120000 characters');
  if (enums.flat().length > 1000) problems.push('has more than 1000 enum values');
  if (enums.some((values) => values.length > 250 && lengthOf(values) > 15_000)) {
    problems.push('has an enum of more than 250 values with more than 15000 characters');
  }
  return problems;
}

function namesIn(map: unknown): string[] {
  return isSchemaNode(map) ? Object.keys(map) : [];
}

function lengthOf(values: readonly unknown[]): number {
  return values.reduce<number>((sum, value) => sum + String(value).length, 0);
}

/** The nesting depth: objects and arrays count as levels; a schema that contains itself counts once. */
function depthOf(schema: SchemaNode, root: SchemaNode): number {
  const depths = new Map<SchemaNode, number>();
  const measure = (node: SchemaNode): number => {
    const measured = depths.get(node);
    if (measured !== undefined) return measured;
    depths.set(node, 0);
    const { $defs: _, ...rest } = node;
    const children = subschemasOf(rest).map(([, subschema]) => (isSchemaNode(subschema) ? measure(subschema) : 0));
    const target = referencedSchema(node['$ref'], root);
    const ownLevel = [node['type']].flat().some((type) => type === 'object' || type === 'array') ? 1 : 0;
    const depth = ownLevel + Math.max(0, ...children, target === undefined ? 0 : measure(target));
    depths.set(node, depth);
    return depth;
  };
  return measure(schema);
}

import { isSchemaNode } from '../../schema/schema-node.ts';
import { listOf, walkSchema } from '../rules/walk-schema.ts';

/** How much strict tools use of the limits that Anthropic sets for one request. */
export interface StrictCost {
  readonly tools: number;
  /** Properties that are not required, at any depth. */
  readonly optional: number;
  /** Schemas with `anyOf` or a list of types. */
  readonly unions: number;
}

export const ANTHROPIC_STRICT_LIMITS: StrictCost = { tools: 20, optional: 24, unions: 16 };

/** How much one strict tool with this schema uses. */
export function anthropicStrictCost(schema: unknown): StrictCost {
  const nodes = walkSchema(schema).map(({ node }) => node);
  const optional = nodes.flatMap(({ properties, required }) => {
    const requiredNames = new Set(listOf(required));
    return isSchemaNode(properties) ? Object.keys(properties).filter((name) => !requiredNames.has(name)) : [];
  });
  const unions = nodes.filter((node) => 'anyOf' in node || Array.isArray(node['type']));
  return { tools: 1, optional: optional.length, unions: unions.length };
}

/** Lists the limits that the tools of one request exceed together. */
export function checkAnthropicStrictLimits(definitions: readonly unknown[]): string[] {
  const strict = definitions.filter((definition) => isSchemaNode(definition) && definition['strict'] === true);
  const total = strict
    .map((definition) => anthropicStrictCost(isSchemaNode(definition) && definition['input_schema']))
    .reduce(
      (sum, cost) => ({
        tools: sum.tools + cost.tools,
        optional: sum.optional + cost.optional,
        unions: sum.unions + cost.unions,
      }),
      { tools: 0, optional: 0, unions: 0 },
    );
  const problems: string[] = [];
  if (total.tools > ANTHROPIC_STRICT_LIMITS.tools) problems.push(`${total.tools} strict tools, more than 20`);
  if (total.optional > ANTHROPIC_STRICT_LIMITS.optional) {
    problems.push(`${total.optional} optional parameters in strict tools, more than 24`);
  }
  if (total.unions > ANTHROPIC_STRICT_LIMITS.unions) {
    problems.push(`${total.unions} unions in strict tools, more than 16`);
  }
  return problems;
}

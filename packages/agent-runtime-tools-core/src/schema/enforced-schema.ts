import type { TSchema } from '../type.ts';
import { DATA_KEYWORDS, SUBSCHEMA_KEYWORDS } from './schema-keywords.ts';
import { isSchemaNode, type SchemaNode } from './schema-node.ts';

/**
 * A plain copy of a schema with two rules added. Integers stay within the range that a JavaScript number holds exactly.
 * Where `closed`, an object that lists its properties and does not mention others accepts no others:
 *
 *   before  { properties: { path: { type: 'string' } } }
 *   after   { properties: { path: { type: 'string' } }, additionalProperties: false }
 */
export function enforcedSchema(schema: TSchema, { closed }: { closed: boolean }): SchemaNode {
  return enforce(schema as SchemaNode, closed);
}

/** Keywords through which properties may be declared elsewhere, so that an object must not be closed here. */
const COMBINATORS = ['allOf', 'anyOf', 'oneOf', 'not', 'if', '$ref', '$dynamicRef', 'patternProperties'];

function enforce(node: SchemaNode, closed: boolean): SchemaNode {
  const copy: SchemaNode = {};
  const isCombined = COMBINATORS.some((keyword) => node[keyword] !== undefined);
  for (const [keyword, value] of Object.entries(node)) {
    if (DATA_KEYWORDS.has(keyword)) copy[keyword] = value;
    else if (SUBSCHEMA_KEYWORDS.get(keyword) === 'map' && isSchemaNode(value)) {
      copy[keyword] = Object.fromEntries(
        Object.entries(value).map(([name, child]) => [name, enforceChild(child, closed && !isCombined)]),
      );
    } else copy[keyword] = enforceChild(value, closed && (keyword === 'items' || isOnlyUnion(node, keyword)));
  }
  if (closed && !isCombined && isSchemaNode(node['properties']) && node['additionalProperties'] === undefined) {
    copy['additionalProperties'] = false;
  }
  const types = [node['type']].flat();
  if (types.includes('integer') && !types.includes('number')) {
    copy['maximum'] = Math.min(numberOr(node['maximum'], Infinity), Number.MAX_SAFE_INTEGER);
    copy['minimum'] = Math.max(numberOr(node['minimum'], -Infinity), Number.MIN_SAFE_INTEGER);
  }
  return copy;
}

/** Whether the keyword is a union and nothing else in the schema declares properties, so that its branches can be closed. */
function isOnlyUnion(node: SchemaNode, keyword: string): boolean {
  if (keyword !== 'anyOf' && keyword !== 'oneOf') return false;
  return ![...COMBINATORS, 'properties'].some((other) => other !== keyword && node[other] !== undefined);
}

function enforceChild(value: unknown, closed: boolean): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => enforceChild(item, closed));
  return isSchemaNode(value) ? enforce(value, closed) : value;
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}

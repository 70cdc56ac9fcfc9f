import type { TSchema } from '../type.ts';
import { isSchemaNode, type SchemaNode } from './schema-node.ts';

/**
 * The schema that is enforced: a plain copy in which objects that list their properties and say nothing about
 * others take no others (where `closed`; forms of a choice too), and integers stay within what a JavaScript number can hold exactly.
 */
export function enforcedSchema(schema: TSchema, { closed }: { closed: boolean }): SchemaNode {
  return close(schema as SchemaNode, closed);
}

const COMBINATORS = ['allOf', 'anyOf', 'oneOf', 'not', 'if', '$ref', '$dynamicRef', 'patternProperties'];
const SCHEMA_MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const DATA_KEYWORDS = new Set(['default', 'const', 'enum', 'examples', 'example', 'required']);

function close(node: SchemaNode, closed: boolean): SchemaNode {
  const copy: SchemaNode = {};
  const combined = COMBINATORS.some((keyword) => node[keyword] !== undefined);
  for (const [keyword, value] of Object.entries(node)) {
    if (DATA_KEYWORDS.has(keyword)) copy[keyword] = value;
    else if (SCHEMA_MAPS.has(keyword) && isSchemaNode(value)) {
      copy[keyword] = Object.fromEntries(
        Object.entries(value).map(([name, child]) => [name, closeChild(child, closed && !combined)]),
      );
    } else copy[keyword] = closeChild(value, closed && (keyword === 'items' || isOnlyChoice(node, keyword)));
  }
  if (closed && !combined && isSchemaNode(node['properties']) && node['additionalProperties'] === undefined) {
    copy['additionalProperties'] = false;
  }
  const types = [node['type']].flat();
  if (types.includes('integer') && !types.includes('number')) {
    copy['maximum'] = Math.min(numberOr(node['maximum'], Infinity), Number.MAX_SAFE_INTEGER);
    copy['minimum'] = Math.max(numberOr(node['minimum'], -Infinity), Number.MIN_SAFE_INTEGER);
  }
  return copy;
}

/** Where a choice is all that a schema says, each of its forms says all there is to say of an object. */
function isOnlyChoice(node: SchemaNode, keyword: string): boolean {
  if (keyword !== 'anyOf' && keyword !== 'oneOf') return false;
  return !COMBINATORS.concat('properties').some((other) => other !== keyword && node[other] !== undefined);
}

function closeChild(value: unknown, closed: boolean): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => closeChild(item, closed));
  return isSchemaNode(value) ? close(value, closed) : value;
}

function numberOr(value: unknown, other: number): number {
  return typeof value === 'number' ? value : other;
}

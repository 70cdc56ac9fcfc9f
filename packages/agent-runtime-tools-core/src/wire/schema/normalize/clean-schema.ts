import { JSON_TYPES } from '../../../schema/json-type.ts';
import { SUBSCHEMA_KEYWORDS } from '../../../schema/schema-keywords.ts';
import { isSchemaNode, type SchemaNode } from '../../../schema/schema-node.ts';
import type { WireSchema, WireType } from '../wire-schema.ts';
import { isWellFormed } from './is-well-formed.ts';
import { modernizeKeywords } from './modernize-keywords.ts';

/**
 * Copies any schema as plain JSON Schema 2020-12, without symbols, private annotations and malformed keywords. Never throws:
 * `{}` replaces whatever is not a schema or exceeds the limits.
 */
export function cleanSchema(schema: unknown): WireSchema {
  return cleanNode(schema, { ancestors: new Set(), nodes: 0 });
}

const MAX_DEPTH = 100;
const MAX_NODES = 20_000;

interface Walk {
  readonly ancestors: Set<unknown>;
  nodes: number;
}

function cleanNode(schema: unknown, walk: Walk): WireSchema {
  if (schema === false) return { not: {} };
  if (!isSchemaNode(schema) || walk.ancestors.has(schema)) return {};
  if (walk.ancestors.size >= MAX_DEPTH || walk.nodes >= MAX_NODES) return {};
  walk.nodes += 1;
  walk.ancestors.add(schema);
  const keywords: SchemaNode = {};
  for (const [keyword, value] of Object.entries(schema)) {
    const cleaned = isPrivate(keyword) ? undefined : cleanKeyword(keyword, value, walk);
    if (cleaned !== undefined) keywords[keyword] = cleaned;
  }
  walk.ancestors.delete(schema);
  return modernizeKeywords(keywords);
}

function isPrivate(keyword: string): boolean {
  return keyword.startsWith('~') || keyword.startsWith('x-') || DROPPED_KEYWORDS.has(keyword);
}

const DROPPED_KEYWORDS: ReadonlySet<string> = new Set(['$schema', '$comment', '$vocabulary', '__proto__']);

/** The cleaned value of a keyword, or undefined if the value is malformed. */
function cleanKeyword(keyword: string, value: unknown, walk: Walk): unknown {
  if (keyword === 'type') return cleanType(value);
  if (keyword === 'required') return cleanNames(value);
  if (keyword === 'dependencies') return cleanDependencies(value, walk);
  if (keyword === 'items' && Array.isArray(value)) return value.map((item) => cleanNode(item, walk));
  switch (keyword === 'additionalItems' ? 'one' : SUBSCHEMA_KEYWORDS.get(keyword)) {
    case 'one':
      return typeof value === 'boolean' && MAY_BE_BOOLEAN.has(keyword) ? value : cleanNode(value, walk);
    case 'list':
      return Array.isArray(value) && value.length > 0 ? value.map((item) => cleanNode(item, walk)) : undefined;
    case 'map':
      return isSchemaNode(value) ? cleanMap(value, (subschema) => cleanNode(subschema, walk)) : undefined;
    default:
      return isWellFormed(keyword, value) ? jsonCopy(value) : undefined;
  }
}

/** The keywords for which `false` must be kept, because no object means the same. */
const MAY_BE_BOOLEAN: ReadonlySet<string> = new Set([
  'additionalItems',
  'additionalProperties',
  'items',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

function cleanType(value: unknown): WireType | WireType[] | undefined {
  const types = JSON_TYPES.filter((type) => (Array.isArray(value) ? value.includes(type) : value === type));
  return types.length > 1 ? types : types[0];
}

function cleanNames(value: unknown): string[] | undefined {
  const names = Array.isArray(value) ? [...new Set(value.filter((name) => typeof name === 'string'))] : [];
  return names.length > 0 ? names : undefined;
}

/** `dependencies` of draft 7 maps names to lists of names or to schemas. */
function cleanDependencies(value: unknown, walk: Walk): SchemaNode | undefined {
  if (!isSchemaNode(value)) return undefined;
  return cleanMap(value, (dependency) =>
    Array.isArray(dependency) ? (cleanNames(dependency) ?? []) : cleanNode(dependency, walk),
  );
}

function cleanMap(map: SchemaNode, clean: (value: unknown) => unknown): SchemaNode {
  const copy: SchemaNode = {};
  for (const [name, value] of Object.entries(map)) if (name !== '__proto__') copy[name] = clean(value);
  return copy;
}

function jsonCopy(value: unknown): unknown {
  try {
    const text: unknown = JSON.stringify(value);
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

import { isPlainObject } from '../arguments/copy-arguments.ts';
import { errorMessage } from '../text/error-message.ts';
import { isSchemaNode, type SchemaNode } from './schema-node.ts';
import { schemaPattern } from './schema-pattern.ts';

/**
 * What is plainly wrong with a parameter schema, cheaply enough to ask at every registration. Compiling, which
 * finds the rest, waits for the first use.
 */
export function parametersSchemaProblem(schema: unknown): string | undefined {
  const problem = schemaProblem(schema);
  if (problem !== undefined || !isSchemaNode(schema)) return problem;
  const types = schema['type'];
  if (types !== undefined && types !== 'object') return `must describe an object, not ${JSON.stringify(types)}`;
  return undefined;
}

/** The same for a schema of any value. */
export function schemaProblem(schema: unknown): string | undefined {
  const foreign = foreignSchema(schema);
  if (foreign !== undefined) return foreign;
  if (!isSchemaNode(schema)) return 'is not a JSON Schema object';
  const words = Object.keys(schema);
  if (words.length > 0 && !words.some((word) => KEYWORDS.has(word)))
    return `has no keyword of JSON Schema, only ${words.slice(0, 3).join(', ')}`;
  return nodeProblem(schema, '', 0);
}

/** What other libraries make is read by `defineTool`; taken for a JSON Schema it would check nothing. */
function foreignSchema(schema: unknown): string | undefined {
  const isObject = (typeof schema === 'object' && schema !== null) || typeof schema === 'function';
  if (!isObject) return undefined;
  if ('~standard' in schema) return 'is that of another library: hand it to defineTool, which reads it';
  return typeof schema === 'function' || !isPlainObject(schema) ? 'is not a JSON Schema object' : undefined;
}

const TYPES: ReadonlySet<unknown> = new Set(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']);
const MAX_DEPTH = 64;
const SCHEMA_MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);
const DATA: ReadonlySet<string> = new Set(
  'default const enum examples example required type dependentRequired dependencies'.split(' '),
);
const KEYWORDS: ReadonlySet<string> = new Set(
  `$schema $id $ref $anchor $dynamicRef $dynamicAnchor $defs definitions $comment title description default examples
   type enum const properties required additionalProperties patternProperties propertyNames minProperties maxProperties
   unevaluatedProperties dependentRequired dependentSchemas dependencies allOf anyOf oneOf not if then else items
   prefixItems contains minItems maxItems uniqueItems minimum maximum exclusiveMinimum exclusiveMaximum multipleOf
   minLength maxLength pattern format`.split(/\s+/),
);

function nodeProblem(node: SchemaNode, path: string, depth: number): string | undefined {
  if (depth > MAX_DEPTH) return 'is nested too deeply';
  const where = path || 'its root';
  const { type, properties, pattern } = node;
  const types: unknown[] = Array.isArray(type) ? type : type === undefined ? [] : [type];
  const unknownType = types.find((name) => !TYPES.has(name));
  if (unknownType !== undefined) return `has the unknown type ${JSON.stringify(unknownType)} at ${where}`;
  if (properties !== undefined && !isSchemaNode(properties))
    return `has "properties" that are not an object at ${where}`;
  for (const name of Object.keys(properties ?? {}))
    if (name === '__proto__' || name === 'constructor' || name === 'prototype')
      return `names the parameter "${name}", which is never accepted`;
  if (typeof pattern === 'string') {
    const problem = patternProblem(pattern, where);
    if (problem !== undefined) return problem;
  }
  for (const [word, value] of Object.entries(node)) {
    const problem = DATA.has(word) ? undefined : wordProblem(word, value, path, depth);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** What is wrong within a keyword's value, where it holds schemas. */
function wordProblem(word: string, value: unknown, path: string, depth: number): string | undefined {
  if (SCHEMA_MAPS.has(word) && isSchemaNode(value)) {
    for (const [name, child] of Object.entries(value)) {
      const problem =
        (word === 'patternProperties' ? patternProblem(name, path || 'its root') : undefined) ??
        childProblem(child, `${path}/${name}`, depth);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }
  if (Array.isArray(value)) {
    for (const [index, child] of value.entries()) {
      const problem = isSchemaNode(child) ? childProblem(child, `${path}/${word}/${index}`, depth) : undefined;
      if (problem !== undefined) return problem;
    }
    return undefined;
  }
  // Annotations may hold anything; schemas are objects, or functions of other libraries.
  if (value === null || !KEYWORDS.has(word) || (typeof value !== 'object' && typeof value !== 'function'))
    return undefined;
  return childProblem(value, `${path}/${word}`, depth);
}

function childProblem(child: unknown, path: string, depth: number): string | undefined {
  if (typeof child === 'boolean') return undefined;
  const foreign = foreignSchema(child);
  if (foreign !== undefined) return `at ${path} ${foreign}`;
  return isSchemaNode(child) ? nodeProblem(child, path, depth + 1) : `has no schema at ${path}`;
}

function patternProblem(source: string, where: string): string | undefined {
  try {
    schemaPattern(source, 'u');
    return undefined;
  } catch (error) {
    return `has a pattern that cannot be used at ${where}: ${errorMessage(error)}`;
  }
}

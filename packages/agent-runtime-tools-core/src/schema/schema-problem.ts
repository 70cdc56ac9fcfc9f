import { isPlainObject } from '../arguments/copy-arguments.ts';
import { errorMessage } from '../text/error-message.ts';
import { isJsonType } from './json-type.ts';
import { DATA_KEYWORDS, FORBIDDEN_KEYS, JSON_SCHEMA_KEYWORDS, SUBSCHEMA_KEYWORDS } from './schema-keywords.ts';
import { isSchemaNode, type SchemaNode } from './schema-node.ts';
import { schemaPattern } from './schema-pattern.ts';

/**
 * Why a schema cannot describe the parameters of a tool; undefined if it can. Cheap enough for every registration:
 * compiling, which finds the remaining problems, happens on first use.
 */
export function parametersSchemaProblem(schema: unknown): string | undefined {
  const problem = schemaProblem(schema);
  if (problem !== undefined || !isSchemaNode(schema)) return problem;
  const types = schema['type'];
  if (types !== undefined && types !== 'object') return `must describe an object, not ${JSON.stringify(types)}`;
  return undefined;
}

/** Why a value is not a usable JSON Schema; undefined if it is one. */
export function schemaProblem(schema: unknown): string | undefined {
  const foreign = foreignSchemaProblem(schema);
  if (foreign !== undefined) return foreign;
  if (!isSchemaNode(schema)) return 'is not a JSON Schema object';
  const keywords = Object.keys(schema);
  if (keywords.length > 0 && !keywords.some((keyword) => JSON_SCHEMA_KEYWORDS.has(keyword)))
    return `has no keyword of JSON Schema, only ${keywords.slice(0, 3).join(', ')}`;
  return nodeProblem(schema, '', 0);
}

/** A schema object of another library would check nothing if it were read as a JSON Schema. */
function foreignSchemaProblem(schema: unknown): string | undefined {
  const isObject = (typeof schema === 'object' && schema !== null) || typeof schema === 'function';
  if (!isObject) return undefined;
  if ('~standard' in schema) return 'is a schema of another library: pass it to defineTool, which converts it';
  return typeof schema === 'function' || !isPlainObject(schema) ? 'is not a JSON Schema object' : undefined;
}

const MAX_DEPTH = 64;

function nodeProblem(node: SchemaNode, path: string, depth: number): string | undefined {
  if (depth > MAX_DEPTH) return 'is nested too deeply';
  const where = path || 'its root';
  const { type, properties, pattern } = node;
  const types: unknown[] = type === undefined ? [] : [type].flat();
  const unknownType = types.find((name) => !isJsonType(name));
  if (unknownType !== undefined) return `has the unknown type ${JSON.stringify(unknownType)} at ${where}`;
  if (properties !== undefined && !isSchemaNode(properties))
    return `has "properties" that are not an object at ${where}`;
  const forbidden = Object.keys(properties ?? {}).find((name) => FORBIDDEN_KEYS.has(name));
  if (forbidden !== undefined) return `names the parameter "${forbidden}", which is never accepted`;
  if (typeof pattern === 'string') {
    const problem = patternProblem(pattern, where);
    if (problem !== undefined) return problem;
  }
  for (const [keyword, value] of Object.entries(node)) {
    const problem = keywordProblem(keyword, value, path, depth);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Checks the schemas that a keyword holds. */
function keywordProblem(keyword: string, value: unknown, path: string, depth: number): string | undefined {
  // `dependencies` of draft 7 mixes names and schemas.
  if (DATA_KEYWORDS.has(keyword) || keyword === 'dependencies') return undefined;
  if (SUBSCHEMA_KEYWORDS.get(keyword) === 'map' && isSchemaNode(value)) {
    for (const [name, child] of Object.entries(value)) {
      const problem =
        (keyword === 'patternProperties' ? patternProblem(name, path || 'its root') : undefined) ??
        childProblem(child, `${path}/${name}`, depth);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }
  if (Array.isArray(value)) {
    for (const [index, child] of value.entries()) {
      const problem = isSchemaNode(child) ? childProblem(child, `${path}/${keyword}/${index}`, depth) : undefined;
      if (problem !== undefined) return problem;
    }
    return undefined;
  }
  // Unknown keywords are annotations and may hold anything. A schema is an object, or a function of another library.
  if (value === null || !JSON_SCHEMA_KEYWORDS.has(keyword)) return undefined;
  return typeof value === 'object' || typeof value === 'function'
    ? childProblem(value, `${path}/${keyword}`, depth)
    : undefined;
}

function childProblem(child: unknown, path: string, depth: number): string | undefined {
  if (typeof child === 'boolean') return undefined;
  const foreign = foreignSchemaProblem(child);
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

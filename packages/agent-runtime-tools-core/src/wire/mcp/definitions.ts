import type { ToolCapabilities } from '../../contracts/tool-capabilities.ts';
import type { ToolHandler } from '../../contracts/tool-handler.ts';
import { isSchemaNode } from '../../schema/schema-node.ts';
import { dereference } from '../schema/dereference.ts';
import { plainSchema } from '../schema/normalize/plain-schema.ts';
import { typeOfSchema } from '../schema/type-of-schema.ts';
import type { WireSchema } from '../schema/wire-schema.ts';

/** A tool definition for the Model Context Protocol. */
export interface McpToolDefinition {
  readonly name: string;
  /** The name for people. */
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: McpObjectSchema;
  /** Present if the value is an object: current revisions of the protocol allow nothing else. */
  readonly outputSchema?: McpObjectSchema;
  readonly annotations: McpToolAnnotations;
}

/** The schema of an object, typed like in the protocol's own libraries. */
export interface McpObjectSchema {
  type: 'object';
  properties?: Record<string, JsonObject>;
  required?: string[];
  [keyword: string]: unknown;
}

export type JsonObject = { [name: string]: JsonValue };

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

export interface McpToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export function toMcpDefinitions(tools: readonly ToolHandler[]): McpToolDefinition[] {
  return tools.map(({ name, title, description, parameters, output, capabilities }) => ({
    name,
    title: title ?? titleOf(name),
    description,
    inputSchema: { ...dialectOf(parameters), ...objectSchema(plainSchema(parameters)) },
    ...outputOf(output),
    annotations: annotationsOf(capabilities),
  }));
}

function titleOf(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

/** A schema that names its dialect keeps a name: that of the dialect that it has been converted to. */
function dialectOf(schema: unknown): { $schema?: string } {
  return isSchemaNode(schema) && '$schema' in schema ? { $schema: 'https://json-schema.org/draft/2020-12/schema' } : {};
}

function outputOf(output: unknown): Pick<McpToolDefinition, 'outputSchema'> {
  if (output === undefined) return {};
  const schema = plainSchema(output);
  return isObject(schema, schema, 0) ? { outputSchema: objectSchema(schema) } : {};
}

function objectSchema({ properties, ...schema }: WireSchema): McpObjectSchema {
  const object: McpObjectSchema = { ...schema, type: 'object' };
  // A plain schema is always JSON, which its type does not express.
  return properties === undefined ? object : { ...object, properties: properties as Record<string, JsonObject> };
}

function isObject(schema: WireSchema, root: WireSchema, depth: number): boolean {
  const node = dereference(schema, root);
  const type = typeOfSchema(node);
  const members = node.anyOf ?? node.oneOf;
  if (type !== undefined || depth > MAX_DEPTH) return type === 'object';
  if (node.allOf?.some((part) => isObject(part, root, depth + 1)) === true) return true;
  return members !== undefined && members.every((member) => isObject(member, root, depth + 1));
}

const MAX_DEPTH = 4;

/**
 * Clients do not ask before read-only calls, so `readOnlyHint` is cautious: a tool with network access counts as read-only
 * only if it is idempotent.
 */
function annotationsOf(capabilities: ToolCapabilities): McpToolAnnotations {
  const { writesFiles, executesCommands, accessesNetwork, destructive, idempotent } = capabilities;
  return {
    readOnlyHint: !writesFiles && !executesCommands && !destructive && (!accessesNetwork || idempotent),
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: accessesNetwork,
  };
}

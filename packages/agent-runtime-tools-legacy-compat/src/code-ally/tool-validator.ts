import type { BaseTool } from './base-tool.ts';
import { callText } from './call-text.ts';
import type { FunctionDefinition, ParameterSchema } from './function-definition.ts';

export interface ValidationResult {
  valid: boolean;
  /** One sentence for each fault, joined. */
  error?: string;
  error_type?: 'validation_error';
  /** An example call. */
  suggestion?: string;
  errors: string[];
}

/** Checks arguments against the definition of a tool: what is missing, and what has the wrong type. */
export class ToolValidator {
  validateArguments(
    tool: Pick<BaseTool, 'name'>,
    functionDef: FunctionDefinition,
    args: Readonly<Record<string, unknown>> | null | undefined,
  ): ValidationResult {
    const { properties, required = [] } = functionDef.function.parameters;
    const given = args ?? {};
    const missing = required
      .filter((name) => given[name] === undefined || given[name] === null)
      .map((name) => `Missing required parameter '${name}' for ${tool.name}`);
    const errors = [...missing, ...memberErrors(given, properties, '')];
    if (errors.length === 0) return { valid: true, errors };
    const suggestion = `Example: ${exampleCall(tool.name, functionDef)}`;
    return { valid: false, error: errors.join('; '), error_type: 'validation_error', suggestion, errors };
  }
}

/** `bash(command="value")`: the required parameters with values of their types. */
function exampleCall(toolName: string, { function: { parameters } }: FunctionDefinition): string {
  const names = parameters.required ?? [];
  return callText(
    toolName,
    Object.fromEntries(names.map((name) => [name, exampleValue(parameters.properties[name] ?? {})])),
  );
}

function exampleValue({ type, items, enum: choices }: ParameterSchema): unknown {
  if (choices !== undefined && choices.length > 0) return choices[0];
  switch (type) {
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return [exampleValue(items ?? {})];
    case 'object':
      return {};
    default:
      return 'value';
  }
}

function memberErrors(
  given: Readonly<Record<string, unknown>>,
  properties: Readonly<Record<string, ParameterSchema>>,
  path: string,
): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const value = given[name];
    return value === undefined || value === null ? [] : valueErrors(value, schema, path + name);
  });
}

function valueErrors(value: unknown, schema: ParameterSchema, path: string): string[] {
  const { type, items, properties, required = [], enum: choices } = schema;
  if (type !== undefined && !hasType(value, type))
    return [`Invalid type for parameter '${path}': expected ${type}, got ${typeOf(value)}`];
  if (choices !== undefined && !choices.includes(value))
    return [`Invalid value for parameter '${path}': expected one of ${choices.map(String).join(', ')}`];
  if (Array.isArray(value))
    return items === undefined
      ? []
      : value.flatMap((item: unknown, index) => valueErrors(item, items, `${path}[${index}]`));
  if (!isRecord(value) || properties === undefined) return [];
  const missing = required.filter((name) => value[name] === undefined);
  return [
    ...missing.map((name) => `Missing required parameter '${path}.${name}'`),
    ...memberErrors(value, properties, `${path}.`),
  ];
}

function hasType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return typeof value === 'number' && !Number.isNaN(value);
  return !KNOWN_TYPES.includes(type) || typeOf(value) === type;
}

const KNOWN_TYPES: readonly string[] = ['string', 'boolean', 'array', 'object', 'null'];

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

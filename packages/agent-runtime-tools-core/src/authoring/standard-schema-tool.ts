import type { Tool, ToolHandler } from '../contracts/tool-handler.ts';
import { coreErrors } from '../errors.ts';
import { RegistrationError } from '../registry/registration-error.ts';
import {
  validateWithSchema,
  isStandardSchema,
  jsonSchemaFrom,
  type StandardSchemaLike,
} from '../schema/standard-schema-like.ts';
import { errorMessage } from '../text/error-message.ts';
import { ToolFailure } from './tool-failure.ts';

/** A tool whose schemas may come from another library. */
export type StandardSchemaTool = Omit<Tool, 'parameters' | 'output'> & {
  readonly parameters: object;
  readonly output?: object | undefined;
};

/**
 * Replaces the schemas of another library (Standard Schemas) with JSON Schemas. Middlewares and events see the arguments
 * as they were validated; the tool itself gets the library's output, with its defaults and transformations.
 */
export function withJsonSchemas(tool: StandardSchemaTool): Tool {
  const { parameters, output, ...rest } = tool;
  const handler: Tool = {
    ...rest,
    parameters: isStandardSchema(parameters) ? toJsonSchema(tool.name, 'parameters', parameters) : parameters,
    ...(output !== undefined && {
      output: isStandardSchema(output) ? toJsonSchema(tool.name, 'output', output) : output,
    }),
  };
  return isStandardSchema(parameters) ? parsingWith(parameters, handler) : handler;
}

function toJsonSchema(
  name: string,
  member: 'parameters' | 'output',
  schema: StandardSchemaLike,
): Record<string, unknown> {
  try {
    return jsonSchemaFrom(schema, member === 'parameters' ? 'input' : 'output');
  } catch (error) {
    throw new RegistrationError(`The ${member} of tool "${name}": ${errorMessage(error)}.`, { cause: error });
  }
}

/** Wraps every member that takes parameters, so that it gets the output of the library's schema. */
function parsingWith(schema: StandardSchemaLike, tool: Tool): Tool {
  const parsedValues = new WeakMap<object, unknown>();
  const parse = (params: unknown): unknown => {
    if (isObject(params) && parsedValues.has(params)) return parsedValues.get(params);
    const parsed = validateWithSchema(schema, params);
    if ('issues' in parsed)
      throw new ToolFailure(coreErrors.VALIDATION_ERROR({ message: `${tool.name}: ${parsed.issues.join('; ')}.` }));
    return parsed.value;
  };
  const validate: ToolHandler['validate'] = (params, context) => {
    const parsed = validateWithSchema(schema, params);
    if ('issues' in parsed) return { valid: false, errors: parsed.issues };
    // `execute` gets the same value that `validate` has checked.
    if (isObject(params)) parsedValues.set(params, parsed.value);
    return tool.validate === undefined ? { valid: true } : tool.validate(parsed.value, context);
  };
  const { requiresApproval } = tool;
  const dryRun = tool.dryRun?.bind(tool);
  const resources = tool.resources?.bind(tool);
  return {
    ...tool,
    validate,
    execute: (params, context) => tool.execute(parse(params), context),
    ...(typeof requiresApproval === 'function' && {
      requiresApproval: (params, context) => requiresApproval.call(tool, parse(params), context),
    }),
    ...(dryRun !== undefined && { dryRun: (params, context) => dryRun(parse(params), context) }),
    ...(resources !== undefined && { resources: (params, folder) => resources(parse(params), folder) }),
  };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

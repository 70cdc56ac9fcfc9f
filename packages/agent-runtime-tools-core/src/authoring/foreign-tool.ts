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

/** A tool as written, whose schemas may be those of another library. */
export type ForeignTool = Omit<Tool, 'parameters' | 'output'> & {
  readonly parameters: object;
  readonly output?: object | undefined;
};

/**
 * The tool with JSON Schemas in the place of another library's. Everybody on the way to the tool sees the arguments as
 * they were sent and checked; the tool itself gets what the library makes of them, with its defaults and transformations.
 */
export function withJsonSchemas(tool: ForeignTool): Tool {
  const { parameters, output, ...rest } = tool;
  const handler: Tool = {
    ...rest,
    parameters: isStandardSchema(parameters) ? converted(tool.name, 'parameters', parameters) : parameters,
    ...(output !== undefined && { output: isStandardSchema(output) ? converted(tool.name, 'output', output) : output }),
  };
  return isStandardSchema(parameters) ? checkedBy(parameters, handler) : handler;
}

function converted(name: string, member: 'parameters' | 'output', schema: StandardSchemaLike): Record<string, unknown> {
  try {
    return jsonSchemaFrom(schema, member === 'parameters' ? 'input' : 'output');
  } catch (error) {
    throw new RegistrationError(`The ${member} of tool "${name}": ${errorMessage(error)}.`, { cause: error });
  }
}

/** Every member that takes parameters, with those that the schema gives. */
function checkedBy(schema: StandardSchemaLike, tool: Tool): Tool {
  const known = new WeakMap<object, unknown>();
  const outputOf = (params: unknown): unknown => {
    if (isObject(params) && known.has(params)) return known.get(params);
    const checked = validateWithSchema(schema, params);
    if ('issues' in checked)
      throw new ToolFailure(coreErrors.VALIDATION_ERROR({ message: `${tool.name}: ${checked.issues.join('; ')}.` }));
    return checked.value;
  };
  const validate: ToolHandler['validate'] = (params, context) => {
    const checked = validateWithSchema(schema, params);
    if ('issues' in checked) return { valid: false, errors: checked.issues };
    // Asked again for the same parameters, the tool gets the same value.
    if (isObject(params)) known.set(params, checked.value);
    return tool.validate === undefined ? { valid: true } : tool.validate(checked.value, context);
  };
  const { requiresApproval } = tool;
  const dryRun = tool.dryRun?.bind(tool);
  const resources = tool.resources?.bind(tool);
  return {
    ...tool,
    validate,
    execute: (params, context) => tool.execute(outputOf(params), context),
    ...(typeof requiresApproval === 'function' && {
      requiresApproval: (params, context) => requiresApproval.call(tool, outputOf(params), context),
    }),
    ...(dryRun !== undefined && { dryRun: (params, context) => dryRun(outputOf(params), context) }),
    ...(resources !== undefined && { resources: (params, place) => resources(outputOf(params), place) }),
  };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

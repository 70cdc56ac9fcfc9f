import type { ToolHandler } from '../../contracts/tool-handler.ts';
import { ANTHROPIC_PARAMETER_NAME, checkAnthropic } from './definition-rules.ts';
import { ANTHROPIC_STRICT_FORMATS } from './strict-schema-rules.ts';
import { ANTHROPIC_STRICT_LIMITS, anthropicStrictCost, type StrictCost } from './strict-limits.ts';
import { plainSchema } from '../schema/normalize/plain-schema.ts';
import { withoutRefusedNames } from '../schema/refused-names.ts';
import { rootObject } from '../schema/root-object.ts';
import { strictSchema, type StrictDialect } from '../schema/strict-schema.ts';
import type { WireObjectSchema } from '../schema/wire-schema.ts';

/** A tool of Anthropic's Messages. */
export interface AnthropicToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly input_schema: WireObjectSchema;
  /** Present when strict mode was asked for; false for a tool that it cannot express or has no room for. */
  readonly strict?: boolean;
}

/** The strict tools of one request share limits: they go to the tools in their order. */
export function toAnthropic(tools: readonly ToolHandler[], { strict }: { strict: boolean }): AnthropicToolDefinition[] {
  let left = ANTHROPIC_STRICT_LIMITS;
  return tools.map((tool) => {
    const definition = strict ? strictDefinition(tool) : undefined;
    const rest = definition && remaining(left, anthropicStrictCost(definition.input_schema));
    if (definition === undefined || rest === undefined) return looseDefinition(tool, strict);
    left = rest;
    return definition;
  });
}

function strictDefinition({ name, description, parameters }: ToolHandler): AnthropicToolDefinition | undefined {
  const schema = strictSchema(plainSchema(parameters), ANTHROPIC_STRICT);
  const definition = schema && { name, description, input_schema: schema, strict: true };
  return definition !== undefined && checkAnthropic(definition).length === 0 ? definition : undefined;
}

const ANTHROPIC_STRICT: StrictDialect = {
  optional: 'absent',
  enforces: (keyword, value) =>
    (keyword === 'format' && ANTHROPIC_STRICT_FORMATS.has(value)) ||
    (keyword === 'minItems' && (value === 0 || value === 1)),
};

function remaining(left: StrictCost, cost: StrictCost): StrictCost | undefined {
  const rest = {
    tools: left.tools - cost.tools,
    optional: left.optional - cost.optional,
    unions: left.unions - cost.unions,
  };
  return Math.min(rest.tools, rest.optional, rest.unions) < 0 ? undefined : rest;
}

function looseDefinition({ name, description, parameters }: ToolHandler, strict: boolean): AnthropicToolDefinition {
  const schema = withoutRefusedNames(rootObject(plainSchema(parameters)), ANTHROPIC_PARAMETER_NAME);
  return { name, description, input_schema: schema, ...(strict && { strict: false }) };
}

import type { ToolHandler } from '../../contracts/tool-handler.ts';
import { ANTHROPIC_PARAMETER_NAME, checkAnthropicDefinition } from './definition-rules.ts';
import { ANTHROPIC_STRICT_FORMATS } from './strict-schema-rules.ts';
import { ANTHROPIC_STRICT_LIMITS, anthropicStrictCost, type StrictCost } from './strict-limits.ts';
import { plainSchema } from '../schema/normalize/plain-schema.ts';
import { withoutRefusedNames } from '../schema/without-refused-names.ts';
import { rootObject } from '../schema/root-object.ts';
import { strictSchema, type StrictDialect } from '../schema/strict-schema.ts';
import type { WireObjectSchema } from '../schema/wire-schema.ts';

/** A tool definition for Anthropic's Messages. */
export interface AnthropicToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly input_schema: WireObjectSchema;
  /** Present if strict mode was requested; false for a tool that it cannot express or that exceeds its limits. */
  readonly strict?: boolean;
}

/** All strict tools of one request share limits. Tools become strict in the given order until a limit is reached. */
export function toAnthropicDefinitions(
  tools: readonly ToolHandler[],
  { strict }: { strict: boolean },
): AnthropicToolDefinition[] {
  let budget = ANTHROPIC_STRICT_LIMITS;
  return tools.map((tool) => {
    const definition = strict ? strictDefinition(tool) : undefined;
    const remaining = definition && subtract(budget, anthropicStrictCost(definition.input_schema));
    if (definition === undefined || remaining === undefined) return looseDefinition(tool, strict);
    budget = remaining;
    return definition;
  });
}

function strictDefinition({ name, description, parameters }: ToolHandler): AnthropicToolDefinition | undefined {
  const schema = strictSchema(plainSchema(parameters), ANTHROPIC_STRICT);
  const definition = schema && { name, description, input_schema: schema, strict: true };
  return definition !== undefined && checkAnthropicDefinition(definition).length === 0 ? definition : undefined;
}

const ANTHROPIC_STRICT: StrictDialect = {
  optional: 'absent',
  enforces: (keyword, value) =>
    (keyword === 'format' && ANTHROPIC_STRICT_FORMATS.has(value)) ||
    (keyword === 'minItems' && (value === 0 || value === 1)),
};

/** Undefined if the cost exceeds the budget. */
function subtract(budget: StrictCost, cost: StrictCost): StrictCost | undefined {
  const remaining = {
    tools: budget.tools - cost.tools,
    optional: budget.optional - cost.optional,
    unions: budget.unions - cost.unions,
  };
  return Math.min(remaining.tools, remaining.optional, remaining.unions) < 0 ? undefined : remaining;
}

function looseDefinition({ name, description, parameters }: ToolHandler, strict: boolean): AnthropicToolDefinition {
  const schema = withoutRefusedNames(rootObject(plainSchema(parameters)), ANTHROPIC_PARAMETER_NAME);
  return { name, description, input_schema: schema, ...(strict && { strict: false }) };
}

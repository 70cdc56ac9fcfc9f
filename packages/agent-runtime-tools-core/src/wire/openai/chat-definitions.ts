import type { ToolHandler } from '../../contracts/tool-handler.ts';
import { openAiParameters } from './parameters.ts';
import type { WireObjectSchema } from '../schema/wire-schema.ts';

/** A tool definition for OpenAI's Chat Completions. */
export interface OpenAiToolDefinition {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: WireObjectSchema;
    /** Present if strict mode was requested; false for a tool that it cannot express. */
    readonly strict?: boolean;
  };
}

export function toOpenAiDefinitions(
  tools: readonly ToolHandler[],
  { strict }: { strict: boolean },
): OpenAiToolDefinition[] {
  return tools.map(({ name, description, parameters: schema }) => {
    const { parameters, strict: isStrict } = openAiParameters(schema, strict);
    const definition = { name, description, parameters };
    return { type: 'function', function: strict ? { ...definition, strict: isStrict } : definition };
  });
}

import type { ToolHandler } from '../../contracts/tool-handler.ts';
import { openAiParameters } from './parameters.ts';
import type { WireObjectSchema } from '../schema/wire-schema.ts';

/** A tool definition for OpenAI's Responses. */
export interface OpenAiResponsesToolDefinition {
  readonly type: 'function';
  readonly name: string;
  readonly description: string;
  readonly parameters: WireObjectSchema;
  /** Always present, because without it this interface tries strict mode on its own. */
  readonly strict: boolean;
}

export function toOpenAiResponsesDefinitions(
  tools: readonly ToolHandler[],
  { strict }: { strict: boolean },
): OpenAiResponsesToolDefinition[] {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function',
    name,
    description,
    ...openAiParameters(parameters, strict),
  }));
}

import { checkDefinition, errorMessage, toToolDefinitions } from '@ku0/agent-runtime-tools-core';
import type { ToolDefinitionFormat, ToolHandler } from '@ku0/agent-runtime-tools-core';

/** Lists what each provider would reject in the tool's definition, in strict mode and without. */
export function wireFormatProblems(tool: ToolHandler): string[] {
  return FORMATS.flatMap((format) => [false, true].flatMap((strict) => formatProblems(tool, format, strict)));
}

const FORMATS: readonly ToolDefinitionFormat[] = [
  'openai',
  'openai-responses',
  'anthropic',
  'gemini',
  'mcp',
  'json-schema',
];

function formatProblems(tool: ToolHandler, format: ToolDefinitionFormat, strict: boolean): string[] {
  const where = strict ? `${format}, strict` : format;
  try {
    const [definition] = toToolDefinitions([tool], { format, strict });
    return checkDefinition(format, definition, { strict }).map((problem) => `${where}: ${problem}`);
  } catch (error) {
    return [`${where}: no definition can be made: ${errorMessage(error)}`];
  }
}

import type { ToolHandler } from '../../contracts/tool-handler.ts';
import { GEMINI_PARAMETER_NAME } from './definition-rules.ts';
import { geminiSchema, type GeminiSchema } from './gemini-schema.ts';
import { plainSchema } from '../schema/normalize/plain-schema.ts';
import { withoutRefusedNames } from '../schema/without-refused-names.ts';
import { rootObject } from '../schema/root-object.ts';

/** A function declaration for Gemini. It has no parameters if the tool takes none that Gemini can express. */
export interface GeminiToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters?: GeminiSchema;
}

export function toGeminiDefinitions(tools: readonly ToolHandler[]): GeminiToolDefinition[] {
  return tools.map(({ name, description, parameters }) => {
    const object = withoutRefusedNames(rootObject(plainSchema(parameters)), GEMINI_PARAMETER_NAME);
    const schema = geminiSchema(object);
    if (schema.properties !== undefined) return { name, description, parameters: schema };
    return { name, description: [description, object.description].filter(Boolean).join(' ') };
  });
}

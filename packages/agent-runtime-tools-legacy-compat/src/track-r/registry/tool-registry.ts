import type { StandardSchemaLike } from '@ku0/agent-runtime-tools-core';
import { jsonSchemaOf } from './json-schema-of.ts';
import type { JSONSchema } from '../tool-handler.ts';

/** A tool with schemas for its input and its output, whose failures are results. */
export interface Tool {
  name: string;
  description: string;
  /** A JSON Schema, or a Zod schema. */
  inputSchema: JSONSchema | StandardSchemaLike;
  outputSchema: JSONSchema | StandardSchemaLike;
  /** Whether a person has to agree to a call, always or depending on its arguments. */
  requiresApproval: boolean | ((args: unknown) => boolean);
  execute: (args: unknown) => Promise<ToolResult<unknown>>;
}

export type ToolResult<T> = { ok: true; value: T } | { ok: false; error: ToolError };

export interface ToolError {
  /** Such as `FILE_NOT_FOUND`. */
  code: string;
  message: string;
  details?: Record<string, unknown>;
}

/** A question to a person before a tool runs. */
export interface ApprovalRequest {
  stepId: string;
  tool: string;
  args: Record<string, unknown>;
  /** For people. */
  reason: string;
}

export interface ApprovalResponse {
  approved: boolean;
  /** Arguments to use instead. */
  modifiedArgs?: Record<string, unknown>;
}

/** An OpenAI function definition. */
export interface OpenAIFunction {
  name: string;
  description: string;
  parameters: JSONSchema;
}

/** Tools by name. A later tool replaces an earlier one of the same name. */
export class ToolRegistry {
  readonly #tools = new Map<string, Tool>();

  register(tool: Tool): void {
    this.#tools.set(tool.name, tool);
  }

  get(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  list(): Tool[] {
    return Array.from(this.#tools.values());
  }

  /** Throws a TypeError for a schema object that cannot say its JSON Schema. */
  toOpenAIFunctions(): OpenAIFunction[] {
    return this.list().map(({ name, description, inputSchema }) => ({
      name,
      description,
      parameters: jsonSchemaOf(inputSchema, name),
    }));
  }
}

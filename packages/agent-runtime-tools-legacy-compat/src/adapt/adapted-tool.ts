import {
  defineTool,
  Type,
  type ApprovalPredicate,
  type TSchema,
  type ToolCapabilities,
  type ToolContext,
  type ToolHandler,
  type ToolResult,
  type ValidationResult,
} from '@ku0/agent-runtime-tools-core';
import { version } from '../version.ts';

/** What an older tool object does not say about itself. */
export interface AdaptOptions {
  /** The name of the adapted tool. Default: the old name, with `_` for characters that providers refuse. */
  readonly name?: string;
  /** What the tool does. Default: everything, as far as its old form does not tell. */
  readonly capabilities?: Partial<ToolCapabilities>;
  /** Whether a person has to agree to its calls. Default true, as far as its old form does not tell. */
  readonly requiresApproval?: boolean;
}

export interface AdaptedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly version?: string;
  readonly capabilities?: Partial<ToolCapabilities>;
  readonly requiresApproval?: boolean | ApprovalPredicate<unknown>;
  readonly validate?: (params: unknown, context: ToolContext) => ValidationResult;
  readonly run: (params: unknown, context: ToolContext) => Promise<ToolResult>;
}

/** Makes a tool of the current kind. A tool that says nothing about its effects may have all of them, and asks. */
export function adaptedTool(tool: AdaptedTool, options: AdaptOptions = {}): ToolHandler {
  const { validate } = tool;
  return defineTool({
    name: options.name ?? acceptedName(tool.name),
    description: tool.description,
    version: tool.version ?? version,
    parameters: objectSchema(tool.parameters),
    capabilities: { ...ANYTHING, ...tool.capabilities, ...options.capabilities },
    requiresApproval: options.requiresApproval ?? tool.requiresApproval ?? true,
    ...(validate !== undefined && { validate: (params: unknown, context: ToolContext) => validate(params, context) }),
    execute: (params: unknown, context) => tool.run(structuredClone(params), context),
  });
}

const ANYTHING: ToolCapabilities = {
  readsFiles: true,
  writesFiles: true,
  executesCommands: true,
  accessesNetwork: true,
  destructive: true,
  idempotent: false,
  retryable: false,
};

/** `mcp:read file` becomes `mcp_read_file`. */
function acceptedName(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64);
}

/** Arguments are always an object, even where an old schema does not say so. */
function objectSchema(schema: Readonly<Record<string, unknown>>): TSchema {
  if (schema['type'] === 'object') return { ...schema };
  return Type.Object({}, { additionalProperties: true });
}

import { Type, defineTool, fail, ok, type ToolContext, type ToolHandler } from '@ku0/agent-runtime-tools-core';
import type { CallToolResult, Tool as McpTool } from '@modelcontextprotocol/client';
import { mcpErrors } from '../../errors.ts';
import { boundedResult, errorText, toContentParts, type RemoteToolValue } from './call-result.ts';
import type { CleanDefinition } from './clean-definition.ts';
import type { FingerprintPart } from './fingerprints.ts';
import { registeredName } from './tool-names.ts';

/** Calls a tool on its server. Rejects with a ToolFailure. */
export type RemoteCall = (
  tool: string,
  args: Readonly<Record<string, unknown>>,
  context: ToolContext,
) => Promise<CallToolResult>;

export interface RemoteHandlerOptions {
  readonly server: string;
  readonly tool: McpTool;
  readonly definition: Extract<CleanDefinition, { ok: true }>;
  readonly call: RemoteCall;
  readonly callTimeoutMs: number;
  readonly redact: (text: string) => string;
}

/** The handler of a server's tool. Every call needs approval, whatever the server says about the tool. */
export function remoteToolHandler(options: RemoteHandlerOptions): ToolHandler {
  const { server, tool, definition, call, callTimeoutMs, redact } = options;
  const { schemas, description, title } = definition;
  const output = schemas.output === undefined ? undefined : valueSchema(schemas.output);
  return {
    ...defineTool({
      name: registeredName(server, tool.name),
      description: description === '' ? `The tool ${tool.name} of the MCP server ${server}` : description,
      title: title ?? tool.name,
      parameters: Type.Unsafe<Readonly<Record<string, unknown>>>({ ...schemas.input }),
      remote: { server, tool: tool.name },
      tags: ['mcp'],
      annotations: { server, tool: tool.name, hints: { ...tool.annotations } },
      capabilities: UNKNOWN_EFFECTS,
      requiresApproval: true,
      limits: { timeoutMs: callTimeoutMs },
      execute: async (params, context) => resultOf(await call(tool.name, params, context), options, redact),
      toModelOutput: toContentParts,
    }),
    ...(output !== undefined && { output }),
  };
}

/** A server may do anything with a call. Its hints are shown, but nothing is decided by them. */
const UNKNOWN_EFFECTS = { accessesNetwork: true, destructive: true };

/** The result of a call as ours. */
export function resultOf(
  result: CallToolResult,
  { server, tool }: Pick<RemoteHandlerOptions, 'server' | 'tool'>,
  redact: (text: string) => string,
) {
  if (result.isError === true)
    return fail(
      mcpErrors.REMOTE_TOOL_FAILED({ message: redact(errorText(result)), details: { server, tool: tool.name } }),
    );
  const { value, warnings, isTooLarge } = boundedResult(result);
  if (isTooLarge && tool.outputSchema !== undefined)
    return fail(mcpErrors.RESULT_TOO_LARGE({ details: { server, tool: tool.name } }));
  return ok<RemoteToolValue>(value, warnings.length > 0 ? { warnings } : {});
}

/** A tool whose definition has changed: it keeps its name, says nothing of what the server now says, and refuses calls. */
export function blockedToolHandler(server: string, tool: string, changed: readonly FingerprintPart[]): ToolHandler {
  return defineTool({
    name: registeredName(server, tool),
    description: 'This tool is blocked until a person accepts its new definition. Do not call it.',
    title: tool,
    parameters: Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object' }),
    remote: { server, tool },
    tags: ['mcp'],
    capabilities: UNKNOWN_EFFECTS,
    execute: async () => fail(changedError(server, tool, changed)),
  });
}

export function changedError(server: string, tool: string, changed: readonly FingerprintPart[]) {
  return mcpErrors.REMOTE_TOOL_CHANGED({
    message: `The MCP server ${server} has changed the ${changed.join(', ')} of its tool ${tool} since it was accepted.`,
    details: { server, tool, changed },
  });
}

/**
 * The schema of the value. The schema of the structured content moves into a property, so its own references move too:
 *
 *   { $ref: '#/$defs/a' }   { $ref: '#/properties/structuredContent/$defs/a' }
 */
function valueSchema(output: Readonly<Record<string, unknown>>) {
  const { $schema, ...schema } = output;
  const moved = schema['$id'] === undefined ? withMovedReferences(schema) : schema;
  return Type.Unsafe<RemoteToolValue>({
    ...($schema !== undefined && { $schema }),
    type: 'object',
    properties: { content: { type: 'array' }, structuredContent: moved },
    required: ['content', 'structuredContent'],
  });
}

function withMovedReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMovedReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      key === '$ref' && typeof child === 'string' && (child === '#' || child.startsWith('#/'))
        ? `#/properties/structuredContent${child.slice(1)}`
        : withMovedReferences(child),
    ]),
  );
}

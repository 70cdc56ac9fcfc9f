import type { ToolProfile } from '../tool-profile.ts';

/** A tool of an MCP server. */
export interface McpServerCall {
  readonly name: string;
  readonly tool: string;
  /** The argument that names another server or tool as well, so that it is unclear which one is meant. */
  readonly malformed?: string;
}

/** Reads `mcp__server__tool`, `server__tool` and `mcp:server/tool`. */
export function serverFromToolName(tool: string): McpServerCall | undefined {
  const found = /^(?:mcp__)?(.+?)__(.+)$/s.exec(tool) ?? /^mcp:([^/]+)\/(.+)$/s.exec(tool);
  return found === null ? undefined : { name: found[1] ?? '', tool: found[2] ?? '' };
}

/** Reads the arguments of `use_mcp_tool` and similar tools. */
export function serverFromArguments(
  profile: ToolProfile,
  params: Readonly<Record<string, unknown>>,
): McpServerCall | undefined {
  if (profile.known?.name.includes('mcp') !== true) return undefined;
  const [name, ...otherServers] = stringsAt(params, SERVER_PARAMETERS);
  if (name === undefined) return undefined;
  const [tool = '', ...otherTools] = stringsAt(params, TOOL_PARAMETERS);
  const isAmbiguous = otherServers.some((other) => other !== name) || otherTools.some((other) => other !== tool);
  return { name, tool, ...(isAmbiguous && { malformed: 'the name of the server or its tool' }) };
}

/** The name as rules write it. Both parts may contain `__`, so compare whole names only. */
export function mcpToolName({ name, tool }: McpServerCall): string {
  return `mcp__${name}__${tool}`;
}

function stringsAt(params: Readonly<Record<string, unknown>>, names: readonly string[]): string[] {
  return names.map((name) => params[name]).filter((value) => typeof value === 'string');
}

const SERVER_PARAMETERS = ['server_name', 'serverName', 'server'];
const TOOL_PARAMETERS = ['tool_name', 'toolName', 'tool', 'name'];

import type { ToolProfile } from '../call-facts.ts';

/** The server that a call goes to, and the server's name for the tool. */
export interface McpServerCall {
  readonly name: string;
  readonly tool: string;
  /** What makes it doubtful which one it is. */
  readonly strange?: string;
}

/** `mcp__server__tool`, `server__tool` and `mcp:server/tool`. */
export function serverFromToolName(tool: string): McpServerCall | undefined {
  const found = /^(?:mcp__)?(.+?)__(.+)$/s.exec(tool) ?? /^mcp:([^/]+)\/(.+)$/s.exec(tool);
  return found === null ? undefined : { name: found[1] ?? '', tool: found[2] ?? '' };
}

/** The server that a call through `use_mcp_tool` and its like names in its arguments. */
export function serverFromArguments(
  profile: ToolProfile,
  params: Readonly<Record<string, unknown>>,
): McpServerCall | undefined {
  if (profile.known?.name.includes('mcp') !== true) return undefined;
  const [name, ...otherServers] = textsAt(params, SERVERS);
  if (name === undefined) return undefined;
  const [tool = '', ...otherTools] = textsAt(params, TOOLS);
  const isDoubtful = otherServers.some((other) => other !== name) || otherTools.some((other) => other !== tool);
  return { name, tool, ...(isDoubtful && { strange: 'the name of the server or its tool' }) };
}

/** As a rule would write it. Names may hold the separator themselves, so that only the whole is certain. */
export function mcpToolName({ name, tool }: McpServerCall): string {
  return `mcp__${name}__${tool}`;
}

function textsAt(params: Readonly<Record<string, unknown>>, names: readonly string[]): string[] {
  return names.map((name) => params[name]).filter((value) => typeof value === 'string');
}

const SERVERS = ['server_name', 'serverName', 'server'];
const TOOLS = ['tool_name', 'toolName', 'tool', 'name'];

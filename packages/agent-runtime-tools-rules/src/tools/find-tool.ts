import { TOOL_NAMES, type ToolNames } from './tool-names.ts';

/** The tool that a name means, here or in another agent. Names of Claude Code, which stand for several tools, are in `RULE_NAMES`. */
export function findToolNames(name: string): ToolNames | undefined {
  return BY_NAME.get(name) ?? BY_NAME.get(name.toLowerCase());
}

/** `mcp__server__tool` for a tool of an MCP server, which is `server__tool` here; undefined for any other tool. */
export function mcpToolName(name: string): string | undefined {
  if (name.startsWith('mcp__')) return name;
  const at = name.indexOf('__');
  return at > 0 && at + 2 < name.length ? `mcp__${name}` : undefined;
}

const BY_NAME: ReadonlyMap<string, ToolNames> = new Map(
  TOOL_NAMES.flatMap((tool) => [tool.name, ...tool.aliases].map((name): [string, ToolNames] => [name, tool])),
);

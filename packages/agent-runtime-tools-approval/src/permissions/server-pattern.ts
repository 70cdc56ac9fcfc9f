import { mcpToolName, type McpServerCall } from '../calls/arguments/mcp-server.ts';
import { namePattern } from '../policy/name-pattern.ts';

/** Which tools of which MCP servers a name means: `mcp__server`, or `mcp__server__get_*`. */
export interface ServerPattern {
  /** Names may hold the separator themselves: what restricts counts however the name is taken apart. */
  readonly restricts: (server: McpServerCall) => boolean;
  readonly consents: (server: McpServerCall) => boolean;
}

export function serverPattern(text: string): ServerPattern {
  const found = /^mcp__(.+?)(?:__(.+))?$/s.exec(text);
  if (found === null || text.endsWith('__')) throw new TypeError(`${JSON.stringify(text)} names no MCP server`);
  const server = namePattern(found[1] ?? '');
  const tool = namePattern(found[2] ?? '*');
  const [asTool, asServer] = [namePattern(text), namePattern(`${text}__*`)];
  return {
    consents: (called) => server(called.name) && tool(called.tool),
    restricts(called) {
      const name = mcpToolName(called);
      return asTool(name) || asServer(name);
    },
  };
}

import { compileNameGlob } from '../globs/name-glob.ts';

/** Which tools of which MCP servers a rule such as `mcp__server` or `mcp__server__get_*` means. */
export interface ServerPattern {
  readonly consents: (server: string, tool: string) => boolean;
  /**
   * Takes the full name, `mcp__server__tool`. Servers and tools may have `__` in their names, so every way to take the name
   * apart counts.
   */
  readonly restricts: (fullName: string) => boolean;
}

/** Throws a TypeError for a text that names no server. */
export function parseServerPattern(text: string): ServerPattern {
  const found = /^mcp__(.+?)(?:__(.+))?$/s.exec(text);
  if (found === null || text.endsWith('__')) throw new TypeError(`${JSON.stringify(text)} names no MCP server`);
  const isServer = compileNameGlob(found[1] ?? '');
  const isTool = compileNameGlob(found[2] ?? '*');
  const isFullName = compileNameGlob(text);
  const isToolOfServer = compileNameGlob(`${text}__*`);
  return {
    consents: (server, tool) => isServer(server) && isTool(tool),
    restricts: (fullName) => isFullName(fullName) || isToolOfServer(fullName),
  };
}

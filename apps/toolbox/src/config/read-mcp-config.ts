import { errorMessage } from '@ku0/agent-runtime-tools-core';
import type { McpServersConfig } from '@ku0/agent-runtime-tools-mcp';
import { parseDocument, readBounded } from '../command-line/read-document.ts';
import { UsageError } from '../command-line/usage-error.ts';

/** The servers in the file of `--mcp-config`, which the person names. Throws a UsageError. */
export async function readMcpConfig(file: string): Promise<McpServersConfig['mcpServers']> {
  const text = await readBounded(file, 'The MCP servers in');
  try {
    const value = await parseDocument(file, text);
    if (typeof value === 'object' && value !== null && 'mcpServers' in value && isServers(value.mcpServers))
      return value.mcpServers;
  } catch (error) {
    throw new UsageError(`${file}: ${errorMessage(error)}`, { next: [EXAMPLE] });
  }
  throw new UsageError(`${file} has no object "mcpServers".`, { next: [EXAMPLE] });
}

const EXAMPLE = 'For example: {"mcpServers": {"docs": {"command": "docs-server"}}}';

/** Each server is checked when it is started. */
function isServers(value: unknown): value is McpServersConfig['mcpServers'] {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

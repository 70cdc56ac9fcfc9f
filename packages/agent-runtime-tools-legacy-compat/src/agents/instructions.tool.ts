import { defineTool, ok, Type } from '@ku0/agent-runtime-tools-core';
import { version } from '../version.ts';

const MCP = `MCP servers are started by the host: it gives their commands or addresses as "mcpServers", in the form of other programs'
settings: { "docs": { "command": "docs-server", "args": [] } } or { "docs": { "url": "https://example.com/mcp" } }.
The tools of a server are called as server__tool, or through use_mcp_tool (server_name, tool_name, arguments); its resources are read
with access_mcp_resource (server_name, uri). A server can be written with any SDK of the Model Context Protocol, or from tools of this
library with serveMcp(tools, { transport: 'stdio' }). A new server is used after the host has been told about it.`;

const MODES = `There are two modes, plan and act. In plan mode, tools that write, run commands or destroy are refused. switch_mode
(mode, reason) asks the person to change it. Other modes are not files here: the host makes them as views of its tools, for
example tools.view(['read_file', 'grep']).`;

const textOutput = Type.Object({ text: Type.String() });

/** How MCP servers are added and called. */
export const loadMcpDocumentationTool = defineTool({
  name: 'load_mcp_documentation',
  description: 'Returns how MCP servers are added and how their tools are called.',
  version,
  parameters: Type.Object({}),
  output: textOutput,
  capabilities: { idempotent: true, retryable: true },
  execute: async () => ok({ text: MCP }),
  toModelOutput: ({ text }) => [{ type: 'text', text }],
});

/** The same for several subjects. */
export const fetchInstructionsTool = defineTool({
  name: 'fetch_instructions',
  description: 'Returns instructions for a task: adding an MCP server, or another mode.',
  version,
  parameters: Type.Object({
    task: Type.Union([Type.Literal('create_mcp_server'), Type.Literal('create_mode')], {
      description: 'What to do.',
    }),
  }),
  output: textOutput,
  capabilities: { idempotent: true, retryable: true },
  execute: async ({ task }) => ok({ text: task === 'create_mode' ? MODES : MCP }),
  toModelOutput: ({ text }) => [{ type: 'text', text }],
});

import { ok, Type, type ToolHandler, type ToolResult } from '@ku0/agent-runtime-tools-core';
import type { ConnectServersOptions, McpServers, McpServersConfig } from '@ku0/agent-runtime-tools-mcp';
import { isObject, membersOf } from '../../members.ts';
import { readConfig } from '../read-config.ts';
import type { SpecExecutor } from '../spec-executor.ts';

export interface McpExecutorOptions {
  /** Servers that the host has connected. It also closes them. */
  readonly servers?: McpServers;
  /** Servers to connect on the first call. They are closed by the executor. */
  readonly config?: McpServersConfig;
  /** How to connect them. */
  readonly connect?: ConnectServersOptions;
}

const configSchema = Type.Object(
  {
    server: Type.String({ minLength: 1, description: 'The name of a server' }),
    tool: Type.String({ minLength: 1, description: 'The name of the tool, as the server calls it' }),
    result: Type.Optional(
      Type.Union([Type.Literal('auto'), Type.Literal('content')], {
        description: 'auto: the structured content, else the text. content: everything that the server answers',
      }),
    ),
  },
  { additionalProperties: false },
);

/** Runs tools of MCP servers under the names and descriptions of specs. Rules for the server's tool apply to them too. */
export function mcpExecutor({ servers, config = { mcpServers: {} }, connect = {} }: McpExecutorOptions): SpecExecutor {
  let opening: Promise<{ readonly servers: McpServers; readonly call: ToolHandler }> | undefined;
  const open = async () => {
    const { connectServers, useMcpTool } = await import('@ku0/agent-runtime-tools-mcp');
    const opened = servers ?? (await connectServers(config, connect));
    return { servers: opened, call: useMcpTool(opened) as ToolHandler };
  };
  return {
    kind: 'mcp',
    remote(written) {
      const { server, tool } = written;
      return typeof server === 'string' && typeof tool === 'string' ? { server, tool } : undefined;
    },
    prepare(_, written) {
      const { server, tool, result = 'auto' } = readConfig(configSchema, written);
      return {
        async execute(args, context) {
          opening ??= open();
          opening.catch(() => (opening = undefined));
          const { call } = await opening;
          const answer = await call.execute({ server_name: server, tool_name: tool, arguments: args }, context);
          return result === 'auto' ? plainAnswer(answer) : answer;
        },
      };
    },
    async shutdown() {
      const opened = await opening?.catch(() => undefined);
      opening = undefined;
      if (servers === undefined) await opened?.servers.close();
    },
  };
}

/** The structured content of an answer or, if it is nothing but text, the text. */
function plainAnswer(answer: ToolResult): ToolResult {
  if (!answer.ok) return answer;
  const { content, structuredContent } = membersOf(answer.value);
  if (structuredContent !== undefined) return { ...answer, value: structuredContent };
  const parts: unknown[] = Array.isArray(content) ? content : [];
  const texts = parts.flatMap((part) => (isObject(part) && part['type'] === 'text' ? [String(part['text'])] : []));
  return texts.length === parts.length ? { ...ok(texts.join('\n')), metadata: answer.metadata } : answer;
}

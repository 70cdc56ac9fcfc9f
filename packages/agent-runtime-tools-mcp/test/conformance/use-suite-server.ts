// What the conformance suite tests as a client. The last argument of the program is the address of the suite's server.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { createNetwork } from '@ku0/agent-runtime-tools-net';
import { connectServers, type McpServerConfig } from '../../src/index.ts';

const url = process.argv.at(-1) ?? '';
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly toolCalls?: readonly { readonly name: string; readonly arguments?: Record<string, unknown> }[];
};

const oauth = {
  ...(context.client_id !== undefined && { clientId: context.client_id }),
  ...(context.client_secret !== undefined && { clientSecret: context.client_secret }),
  ...(scenario === 'auth/basic-cimd' && { clientMetadataUrl: 'https://conformance-test.local/client-metadata.json' }),
};
const network = createNetwork({ allowPrivate: ['localhost', '127.0.0.1', '[::1]'] });
const stateFolder = await mkdtemp(join(tmpdir(), 'conformance-client-'));
const server: McpServerConfig = { type: 'http', url, oauth };
const servers = await connectServers(
  { mcpServers: { suite: server } },
  {
    stateFolder,
    network,
    waitMs: 100_000,
    startTimeoutMs: 90_000,
    maxRestarts: 0,
    elicitation: true,
    oauth: {
      redirectUrl: 'http://localhost:3000/callback',
      // The suite's authorization page sends the person back at once.
      authorize: async (page) => {
        const response = await network.fetch(page, { redirect: 'manual' });
        // An answer that nobody reads keeps the process running until it times out.
        await response.body?.cancel();
        const location = response.headers.get('location');
        if (location === null) throw new Error('The authorization page does not send back.');
        return location;
      },
    },
  },
);
const tools = new ToolCoordinator({ callbacks: { form: async () => ({}) } }).use({
  name: 'approve-all',
  phase: 'approve',
  execute: (params, _, next) => next(params, { by: 'conformance' }),
});
servers.attach(tools);
try {
  const [status] = servers.list();
  if (status?.state !== 'ready') throw new Error(`${status?.state}: ${status?.problem}`);
  const calls = context.toolCalls ?? tools.getAll().map((tool) => ({ name: tool.title ?? '', arguments: undefined }));
  for (const { name, arguments: given } of calls) {
    const tool = tools.getAll().find(({ title }) => title === name);
    if (tool === undefined) continue;
    const properties = Object(Object(tool.parameters)['properties']) as Record<string, { type?: string }>;
    // This tool shows the suite what has become of another tool's schema on its way to the coordinator.
    const echo = { schema: tools.getAll().find(({ title }) => title === 'json_schema_2020_12_tool')?.parameters };
    const result = await tools.execute(tool.name, given ?? (name === 'json_schema_echo' ? echo : sample(properties)));
    console.log(tool.name, JSON.stringify(result.ok ? result.value : result.error));
  }
  await servers.listPrompts('suite').catch((error: unknown) => console.log(String(error)));
  await servers.listResources('suite').catch((error: unknown) => console.log(String(error)));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await servers.close();
  await tools.shutdownAll();
  await network.close();
  await rm(stateFolder, { recursive: true, force: true });
}

/** Arguments that a schema of the suite accepts. */
function sample(properties: Record<string, { readonly type?: string }>): Record<string, unknown> {
  const values: Readonly<Record<string, unknown>> = { number: 1, integer: 1, boolean: true, string: 'text' };
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type = 'string' }]) => [name, values[type] ?? null]),
  );
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestFolder, packContract } from '@ku0/agent-runtime-tools-testkit';
import { afterAll } from 'vitest';
import { connectServers, mcpPack } from '../src/index.ts';
import { hostile } from './client/fixtures/connected.ts';

const stateFolder = mkdtempSync(join(tmpdir(), 'mcp-contract-'));
const servers = await connectServers({ mcpServers: { good: hostile('good') } }, { stateFolder, waitMs: 30_000 });
afterAll(async () => {
  await servers.close();
  rmSync(stateFolder, { recursive: true, force: true });
});

packContract(mcpPack(servers), {
  folder: () => createTestFolder({}),
  callTimeoutMs: 20_000,
  samples: {
    use_mcp_tool: {
      samples: [
        { params: { server_name: 'good', tool_name: 'hello', arguments: {} } },
        { name: 'an unknown server', params: { server_name: 'bad', tool_name: 'hello' }, expect: 'SERVER_NOT_FOUND' },
        { name: 'an unknown tool', params: { server_name: 'good', tool_name: 'x' }, expect: 'SERVER_TOOL_NOT_FOUND' },
        { name: 'a failing tool', params: { server_name: 'good', tool_name: 'fail' }, expect: 'REMOTE_TOOL_FAILED' },
      ],
      badSamples: [{ params: { server_name: 'good' }, mentions: 'tool_name' }],
      slowSample: { server_name: 'good', tool_name: 'silent' },
    },
    access_mcp_resource: {
      samples: [
        { params: { server_name: 'good', uri: 'note://a' } },
        { name: 'no resource', params: { server_name: 'good', uri: 'x:y' }, expect: 'SERVER_ERROR' },
        { name: 'an unknown server', params: { server_name: 'bad', uri: 'x:y' }, expect: 'SERVER_NOT_FOUND' },
      ],
      badSamples: [{ params: { server_name: 'good' }, mentions: 'uri' }],
    },
  },
});

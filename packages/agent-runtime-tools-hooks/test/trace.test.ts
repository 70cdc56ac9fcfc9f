import { once } from 'node:events';
import { createServer } from 'node:http';
import { ok, type ToolResult } from '@ku0/agent-runtime-tools-core';
import { createProcesses } from '@ku0/agent-runtime-tools-processes';
import { createTestContext } from '@ku0/agent-runtime-tools-testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { hooks, type HookConfig } from '../src/index.ts';
import { noteTool } from './note-tool.ts';

const processes = createProcesses();
afterAll(() => processes.shutdown());

interface Trace {
  readonly traceparent: string;
  readonly tracestate?: string;
}

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const both: Trace = { traceparent, tracestate: 'a=1' };

/** What a hook says about a call with this trace. */
async function said(config: HookConfig, trace?: Trace): Promise<string> {
  const context = createTestContext({ cwd: '/', tool: noteTool({ texts: [] }) });
  const next = async (): Promise<ToolResult> => ok('noted');
  const traced = trace === undefined ? context : { ...context, trace };
  const { metadata } = await hooks(config, { processes }).execute({ text: 'a' }, traced, next);
  return (metadata.contextModifications ?? []).join('\n');
}

const settings = { name: 'look', type: 'PreToolUse', toolPatterns: ['*'] } as const;

describe('the trace of a call', () => {
  it('is in the environment of command hooks, and absent where the call has none', async () => {
    const hook = { ...settings, command: 'echo "[$TRACEPARENT|$TRACESTATE]"' };
    expect(await said(hook, both)).toBe(`[${traceparent}|a=1]`);
    expect(await said(hook, { traceparent })).toBe(`[${traceparent}|]`);
    expect(await said(hook)).toBe('[|]');
    expect(await said({ ...hook, env: { TRACESTATE: 'own=1' } }, both)).toBe(`[${traceparent}|own=1]`);
  });

  it('is in the headers of HTTP hooks, unless the hook brings its own', async () => {
    const server = createServer(({ headers }, response) => {
      response.end(`${String(headers['traceparent'])} ${String(headers['tracestate'])}`);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
    expect(await said({ ...settings, url }, both)).toBe(`${traceparent} a=1`);
    expect(await said({ ...settings, url })).toBe('undefined undefined');
    expect(await said({ ...settings, url, headers: { tracestate: 'b=2' } }, both)).toBe(`${traceparent} b=2`);
    server.close();
    server.closeAllConnections();
  });
});

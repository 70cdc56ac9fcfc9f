import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { fileURLToPath } from 'node:url';
import { defineTool, ok, Type } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectClient, type ClientOptions } from '../fixtures/connect-client.ts';
import { servedTools } from '../fixtures/served-tools.ts';

const WAYS: readonly (readonly [string, ClientOptions])[] = [
  ['2025-11-25 in memory', { era: '2025-11-25' }],
  ['2026-07-28 in memory', { era: '2026-07-28' }],
  ['2025-11-25 over HTTP', { era: '2025-11-25', http: true }],
  ['2026-07-28 over HTTP', { era: '2026-07-28', http: true }],
];

describe.each(WAYS)('a coordinator served with revision %s', (_, way) => {
  it('lists its tools with schemas and with annotations from their capabilities', async () => {
    const client = await connectClient(servedTools(), way);
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'add')).toMatchObject({
      description: 'Add two numbers',
      inputSchema: { type: 'object', required: ['a', 'b'] },
      outputSchema: { type: 'object', properties: { sum: { type: 'number' } } },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    });
    expect(tools.find(({ name }) => name === 'format_disk')?.annotations).toMatchObject({ destructiveHint: true });
  });

  it('answers with text and structured content, and with images', async () => {
    const client = await connectClient(servedTools(), way);
    expect(await client.callTool({ name: 'add', arguments: { a: 2, b: 3 } })).toMatchObject({
      content: [{ type: 'text', text: '{"sum":5}' }],
      structuredContent: { sum: 5 },
      isError: false,
    });
    const { content } = await client.callTool({ name: 'picture', arguments: {} });
    expect(content).toMatchObject([{ type: 'text' }, { type: 'image', mimeType: 'image/png' }]);
  });

  it('hands the trace of a request on to its tool, and ignores a malformed one', async () => {
    const seen: unknown[] = [];
    const tools = servedTools().register(
      defineTool({
        name: 'look',
        parameters: Type.Object({}),
        execute: async (__, { trace }) => ok(String(seen.push(trace))),
      }),
    );
    const client = await connectClient(tools, way);
    const trace = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', tracestate: 'a=1' };
    await client.callTool({ name: 'look', arguments: {}, _meta: trace });
    await client.callTool({ name: 'look', arguments: {}, _meta: { traceparent: 'x\r\ny' } });
    await client.callTool({ name: 'look', arguments: {} });
    expect(seen).toEqual([trace, undefined, undefined]);
  });

  it('reports failures as results with the code of the error', async () => {
    const client = await connectClient(servedTools(), way);
    const failed = await client.callTool({ name: 'print', arguments: {} });
    expect(failed).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'Error OUT_OF_PAPER: The tray is empty.\nSuggestion: Fill the tray.' }],
      _meta: { 'agent-runtime-tools/error': { code: 'OUT_OF_PAPER', kind: 'user_error', retryable: false } },
    });
    const bad = await client.callTool({ name: 'add', arguments: { a: 'x' } });
    expect(bad['_meta']).toMatchObject({ 'agent-runtime-tools/error': { code: 'VALIDATION_ERROR' } });
    const unknown = await client.callTool({ name: 'ad', arguments: {} });
    expect(unknown['_meta']).toMatchObject({ 'agent-runtime-tools/error': { code: 'TOOL_NOT_FOUND' } });
  });

  it('sends progress that only increases', async () => {
    const client = await connectClient(servedTools(), way);
    const progress: number[] = [];
    await client.callTool(
      { name: 'count', arguments: {} },
      { onprogress: ({ progress: done }) => progress.push(done) },
    );
    expect(progress).toEqual([1, 2, 3]);
  });

  it('stops a call that the client cancels', async () => {
    const tools = servedTools();
    const client = await connectClient(tools, way);
    const controller = new AbortController();
    const call = client.callTool({ name: 'wait', arguments: {} }, { signal: controller.signal });
    call.catch(() => {});
    await vi.waitFor(() => expect(tools.getStats().inFlight).toBe(1));
    controller.abort();
    await expect(call).rejects.toThrow(/abort/i);
    await vi.waitFor(() => expect(tools.stopped).toHaveLength(1));
  });

  it('tells the client when its tools change', async () => {
    const tools = servedTools();
    const onToolsChanged = vi.fn<(names: string[]) => void>();
    await connectClient(tools, { ...way, onToolsChanged });
    // The client's subscription may not be open yet, and it waits a moment for further changes.
    await vi.waitFor(
      () => {
        tools.unregister('late');
        tools.register(defineTool({ name: 'late', parameters: Type.Object({}), execute: async () => ok(1) }));
        expect(onToolsChanged).toHaveBeenCalled();
      },
      { timeout: 5000, interval: 700 },
    );
    await vi.waitFor(() => expect(onToolsChanged.mock.lastCall?.[0]).toContain('late'));
  });

  it('asks the person at the client for approval, shows the real arguments, and takes yes and no', async () => {
    const messages: string[] = [];
    let approve: unknown = true;
    const client = await connectClient(servedTools(), {
      ...way,
      elicit: (message) => {
        messages.push(message);
        return { action: 'accept', content: { approve: approve as boolean } };
      },
    });
    const call = () => client.callTool({ name: 'format_disk', arguments: { disk: 'sda\u202e' } });
    expect(await call()).toMatchObject({ isError: false, content: [{ text: 'sda\u202e is empty now' }] });
    expect(messages[0]).toContain('format_disk');
    expect(messages[0]).toContain('sda');
    expect(messages[0]).not.toContain('\u202e');
    approve = false;
    expect(await call()).toMatchObject({ isError: true, _meta: codeOf('APPROVAL_DENIED') });
    approve = 'true';
    expect(await call()).toMatchObject({ isError: true, _meta: codeOf('APPROVAL_DENIED') });
    expect(messages).toHaveLength(3);
  });

  it('denies what needs approval if the client cannot ask, with the reason', async () => {
    const client = await connectClient(servedTools(), way);
    const denied = await client.callTool({ name: 'format_disk', arguments: { disk: 'sda' } });
    expect(denied.isError).toBe(true);
    expect(denied['_meta']).toMatchObject(codeOf('APPROVAL_DENIED'));
    expect(denied.content).toMatchObject([{ text: expect.stringContaining('nobody can be asked') }]);
  });

  it('lets tools ask questions and show forms', async () => {
    const client = await connectClient(servedTools(), {
      ...way,
      elicit: (message) =>
        message === 'How old?'
          ? { action: 'accept', content: { age: 7 } }
          : { action: 'accept', content: { answer: 'Ada' } },
    });
    const { content } = await client.callTool({ name: 'greet', arguments: {} });
    expect(content).toMatchObject([{ text: '{"name":"Ada","age":7,"principal":null}' }]);
  });
});

describe('a coordinator served over standard input and output', () => {
  it('serves a client that starts it as a program, and ends with it', async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [fileURLToPath(new URL('../fixtures/stdio-server.ts', import.meta.url))],
      stderr: 'inherit',
    });
    const client = new Client({ name: 'test-client', version: '1.0.0' });
    await client.connect(transport);
    onTestFinished(() => client.close());
    expect(client.getServerVersion()).toMatchObject({ name: 'fixture', version: '1.2.3' });
    expect(await client.callTool({ name: 'add', arguments: { a: 1, b: 1 } })).toMatchObject({
      structuredContent: { sum: 2 },
    });
    const pid = transport.pid ?? 0;
    await client.close();
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), 5000);
  });

  it('sends the output of tools as log messages', async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [fileURLToPath(new URL('../fixtures/stdio-server.ts', import.meta.url))],
    });
    const client = new Client({ name: 'test-client', version: '1.0.0' });
    const logged: unknown[] = [];
    client.setNotificationHandler('notifications/message', ({ params }) => void logged.push(params));
    await client.connect(transport);
    onTestFinished(() => client.close());
    await client.callTool({ name: 'count', arguments: {} });
    expect(logged).toEqual([{ level: 'info', logger: 'count', data: 'counted to three' }]);
  });
});

function codeOf(code: string): object {
  return { 'agent-runtime-tools/error': { code } };
}

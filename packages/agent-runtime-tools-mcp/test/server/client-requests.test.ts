import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { defineTool, ok, ToolCoordinator, Type } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveMcp } from '../../src/index.ts';
import { connectClient } from '../fixtures/connect-client.ts';
import { servedTools } from '../fixtures/served-tools.ts';

const consult = defineTool({
  name: 'consult',
  parameters: Type.Object({ key: Type.Optional(Type.String()) }),
  async execute({ key }, { services, signal }) {
    const client = services.mcpClient;
    if (client === undefined) return ok('no client to ask');
    const { content } = await client.createMessage(
      { messages: [{ role: 'user', content: { type: 'text', text: 'Tea or coffee?' } }], maxTokens: 10 },
      { signal, ...(key !== undefined && { key }) },
    );
    const { roots } = await client.listRoots({ signal });
    return ok(`${content.type === 'text' ? content.text : '?'} in ${roots.map(({ uri }) => uri).join(' ')}`);
  },
});

/** Sends one call with revision 2026-07-28, as a client without a session does. */
async function rawCalls(tools: ToolCoordinator, capabilities: object) {
  const service = await serveMcp(tools, { transport: { type: 'http', token: false } });
  onTestFinished(() => service.close());
  return async (name: string, more: object = {}, args: object = {}): Promise<RawAnswer> => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    };
    const response = await fetch(service.url ?? '', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': name,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args, _meta: meta, ...more },
      }),
    });
    const text = await response.text();
    const json = text.startsWith('{') ? text : (/^data: (.*"id":1.*)$/m.exec(text)?.[1] ?? '{}');
    return { status: response.status, ...(JSON.parse(json) as object) };
  };
}

interface RawAnswer {
  readonly status: number;
  readonly error?: { readonly code: number; readonly data?: unknown };
  readonly result?: {
    readonly resultType?: string;
    readonly requestState?: string;
    readonly inputRequests?: Record<string, unknown>;
    readonly isError?: boolean;
    readonly content?: readonly { readonly text?: string }[];
  };
}

const SAMPLED = { role: 'assistant', model: 'test', content: { type: 'text', text: 'tea' } };
const ROOTS = { roots: [{ uri: 'file:///home' }] };

describe.each(['2025-11-25', '2026-07-28'] as const)('a tool that is called over MCP (%s)', (era) => {
  it("can ask the client's model and list the client's roots", async () => {
    const client = new Client(
      { name: 'test', version: '1' },
      {
        capabilities: { sampling: {}, roots: {} },
        ...(era === '2026-07-28' && { versionNegotiation: { mode: { pin: era } } }),
      },
    );
    client.setRequestHandler('sampling/createMessage', () => ({
      role: 'assistant' as const,
      model: 'test',
      content: { type: 'text' as const, text: 'tea' },
    }));
    client.setRequestHandler('roots/list', () => ROOTS);
    const [serverSide, clientSide] = InMemoryTransport.createLinkedPair();
    const service = await serveMcp(new ToolCoordinator().register(consult), { transport: serverSide });
    onTestFinished(() => service.close());
    await client.connect(clientSide);
    onTestFinished(() => client.close());
    const { content } = await client.callTool({ name: 'consult', arguments: {} });
    expect(content).toMatchObject([{ text: 'tea in file:///home' }]);
  });

  it('fails if the client has not declared what the tool needs', async () => {
    const client = await connectClient(new ToolCoordinator().register(consult), {
      era,
      elicit: () => ({ action: 'decline' }),
    });
    const call = client.callTool({ name: 'consult', arguments: {} });
    if (era === '2026-07-28') await expect(call).rejects.toMatchObject({ code: -32_021 });
    else
      expect(await call).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('capability sampling') }],
      });
  });

  it('can do nothing with a client that has declared nothing', async () => {
    const client = await connectClient(new ToolCoordinator().register(consult), { era });
    const call = client.callTool({ name: 'consult', arguments: {} });
    if (era === '2026-07-28') await expect(call).rejects.toMatchObject({ code: -32_021 });
    else expect(await call).toMatchObject({ content: [{ text: 'no client to ask' }] });
  });
});

describe('a call without a session', () => {
  it('goes on with each answer, under another state each time', async () => {
    const call = await rawCalls(new ToolCoordinator().register(consult), { sampling: {}, roots: {} });
    const first = (await call('consult')).result;
    const [question = ''] = Object.keys(first?.inputRequests ?? {});
    const again = { requestState: first?.requestState, inputResponses: { [question]: SAMPLED } };
    const second = (await call('consult', again)).result;
    expect(second?.resultType).toBe('input_required');
    expect(second?.requestState).not.toBe(first?.requestState);
    const [roots = ''] = Object.keys(second?.inputRequests ?? {});
    const third = await call('consult', { requestState: second?.requestState, inputResponses: { [roots]: ROOTS } });
    expect(third.result?.content).toMatchObject([{ text: 'tea in file:///home' }]);
    const replayed = await call('consult', again);
    expect(replayed.result).toMatchObject({ isError: true });
    expect(replayed.result?.content?.[0]?.text).toContain('QUESTION_EXPIRED');
  });

  it('asks again for an answer that is none', async () => {
    const call = await rawCalls(new ToolCoordinator().register(consult), { sampling: {}, roots: {} });
    const first = (await call('consult')).result;
    const [question = ''] = Object.keys(first?.inputRequests ?? {});
    const inputResponses = { [question]: { action: 'accept', content: {} } };
    const second = (await call('consult', { requestState: first?.requestState, inputResponses })).result;
    expect(Object.keys(second?.inputRequests ?? {})).toEqual([question]);
  });

  it('refuses a state that it has not signed, and one of another tool', async () => {
    const tools = new ToolCoordinator().register(consult).register({ ...consult, name: 'other' });
    const call = await rawCalls(tools, { sampling: {}, roots: {} });
    const state = (await call('consult')).result?.requestState ?? '';
    expect((await call('consult', { requestState: `${state}x`, inputResponses: {} })).error?.code).toBe(-32_602);
    expect((await call('consult', { requestState: 'guess', inputResponses: {} })).error?.code).toBe(-32_602);
    const moved = await call('other', { requestState: state, inputResponses: {} });
    expect(moved.result?.content?.[0]?.text).toContain('QUESTION_EXPIRED');
  });

  it('takes an early answer to a request that the tool names, and none to an approval', async () => {
    const tools = servedTools().register(consult);
    const call = await rawCalls(tools, { sampling: {}, roots: {}, elicitation: {} });
    const early = await call('consult', { inputResponses: { drink: SAMPLED } }, { key: 'drink' });
    expect(Object.values(early.result?.inputRequests ?? {})).toMatchObject([{ method: 'roots/list' }]);
    const yes = { action: 'accept', content: { approve: true } };
    const approval = await call('format_disk', { inputResponses: { approve: yes, confirm: yes } }, { disk: 'sda' });
    expect(approval.result?.resultType).toBe('input_required');
  });
});

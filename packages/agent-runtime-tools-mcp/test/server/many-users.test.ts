import type { Principal } from '@ku0/agent-runtime-tools-core';
import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { serveMcp } from '../../src/index.ts';
import { OpenCall } from '../../src/server/open-call.ts';
import { ParkedCalls } from '../../src/server/parked-calls.ts';
import { connectClient } from '../fixtures/connect-client.ts';
import { servedTools } from '../fixtures/served-tools.ts';

const authenticate = (token: string): { id: string } => ({ id: token });

async function served(options: { readonly maxSessions?: number; readonly maxSessionsPerPrincipal?: number } = {}) {
  const tools = servedTools();
  const service = await serveMcp(tools, { transport: { type: 'http', authenticate, ...options } });
  onTestFinished(() => service.close());
  const post = (user: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(service.url ?? '', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${user}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
    });
  const openSession = async (user: string): Promise<number> => {
    const clientInfo = { name: 'raw', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const response = await post(user, { method: 'initialize', params });
    await response.text();
    return response.status;
  };
  /** A call without a session. */
  const call = async (user: string): Promise<string> => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const response = await post(
      user,
      { method: 'tools/call', params: { name: 'greet', arguments: {}, _meta: meta } },
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'greet' },
    );
    return response.text();
  };
  return { tools, service, openSession, call };
}

describe('an HTTP server with many users', () => {
  it.each(['2025-11-25', '2026-07-28'] as const)('shows each of them their own tools (%s)', async (era) => {
    const tools = servedTools();
    const toolsFor = (principal: Principal | undefined) =>
      tools.view(({ name }) => (name === 'greet') === (principal?.id === 'ada'));
    const connect = (token: string) => connectClient(tools, { era, http: { authenticate }, token, toolsFor });
    const [ada, bob] = [await connect('ada'), await connect('bob')];
    const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
    expect(await namesOf(ada)).toEqual(['greet']);
    expect(await namesOf(bob)).not.toContain('greet');
    const answerOf = async (client: Client) => JSON.stringify(await client.callTool({ name: 'greet', arguments: {} }));
    expect(await answerOf(ada)).toContain('nobody');
    expect(await answerOf(bob)).toContain('TOOL_NOT_FOUND');
  });

  it('gives a quarter of the sessions to one of them at most', async () => {
    const { openSession } = await served({ maxSessions: 8 });
    const flood = await Promise.all(Array.from({ length: 10 }, () => openSession('ada')));
    expect(flood.filter((status) => status === 200)).toHaveLength(2);
    expect(flood.filter((status) => status === 503)).toHaveLength(8);
    expect(await openSession('bob')).toBe(200);
  });

  it('gives as many as the host says', async () => {
    const { openSession } = await served({ maxSessions: 8, maxSessionsPerPrincipal: 1 });
    expect([await openSession('ada'), await openSession('ada'), await openSession('bob')]).toEqual([200, 503, 200]);
  });

  it('ends the tasks of all of them when it is closed', async () => {
    const { tools, service, openSession, call } = await served();
    const ended = vi.spyOn(tools, 'endTask');
    expect(await call('ada')).toContain('\\"principal\\":\\"ada\\"');
    expect(await call('bob')).toContain('\\"principal\\":\\"bob\\"');
    expect(await openSession('eve')).toBe(200);
    await service.close();
    const users = ended.mock.calls.map(([, options]) => options?.principal?.id);
    expect(users).toEqual(expect.arrayContaining(['ada', 'bob', 'eve']));
    const tasks = new Set(ended.mock.calls.map(([taskId]) => taskId));
    expect(tasks.size).toBe(2);
  });
});

describe('calls that wait for answers', () => {
  it('are limited for each principal, so that others find a place', () => {
    const parked = new ParkedCalls(60_000);
    onTestFinished(() => parked.close());
    const park = (principalId: string | undefined): string | undefined =>
      parked.park(new OpenCall('call', { toolName: 'greet', principalId }));
    const ids = Array.from({ length: 101 }, () => park('ada'));
    expect([ids[99] !== undefined, ids[100] !== undefined]).toEqual([true, false]);
    expect(park('bob')).toBeDefined();
    parked.take(ids[0] ?? '', { toolName: 'greet', principalId: 'ada' });
    expect(park('ada')).toBeDefined();
    // Without principals there is one user.
    expect(Array.from({ length: 200 }, () => park(undefined)).every((id) => id !== undefined)).toBe(true);
  });
});

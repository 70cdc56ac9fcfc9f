import { PassThrough, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { defineTool, ok, Type, type ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { serveMcp, type McpService, type ServeMcpOptions } from '../../src/index.ts';
import { StreamTransport } from '../../src/server/stdio/stream-transport.ts';
import { servedTools } from '../fixtures/served-tools.ts';

const INITIALIZE = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

describe('a coordinator served over streams', () => {
  it('writes the answers of one turn of the event loop together', async () => {
    const { send, writes, lines } = await served();
    send(...[1, 2, 3, 4].map((id) => add(id)));
    await vi.waitFor(() => expect(lines()).toHaveLength(5));
    expect(writes).toHaveLength(2);
    expect(lines().map(({ id }) => id)).toEqual([0, 1, 2, 3, 4]);
  });

  it('understands requests however they are cut into chunks', async () => {
    const { input, lines } = await served();
    const bytes = Buffer.from(`${JSON.stringify(request(call(1, 'echo', { text: 'ä€😀' })))}\r\n`);
    for (let at = 0; at < bytes.length; at++) input.write(bytes.subarray(at, at + 1));
    await vi.waitFor(() => expect(lines()).toHaveLength(2));
    expect(lines()[1]).toMatchObject({ result: { content: [{ text: 'ä€😀' }] } });
  });

  it('reports lines that are no messages and goes on', async () => {
    const { input, send, lines, errors } = await served();
    input.write('{"jsonrpc":\n[]\n7\n{}\n\n');
    send(add(1));
    await vi.waitFor(() => expect(lines()).toHaveLength(2));
    expect(errors.length).toBeGreaterThanOrEqual(4);
  });

  it('does not take keys of a message for its prototype', async () => {
    const { input, lines } = await served();
    const text = JSON.stringify(request(call(1, 'echo', { text: 'x' })));
    input.write(`${text.replace('"name"', '"__proto__":{"name":"wait"},"name"')}\n`);
    await vi.waitFor(() => expect(lines()).toHaveLength(2));
    expect(lines()[1]).toMatchObject({ result: { content: [{ text: 'x' }] } });
  });

  it('ends the connection of a client that sends a request without an end', async () => {
    const { input, service, errors } = await served({ maxRequestBytes: 10_000 });
    for (let i = 0; i < 20; i++) input.write('x'.repeat(1000));
    await service.closed;
    expect(errors).toMatchObject([expect.objectContaining({ message: expect.stringContaining('10000') })]);
  });

  it('reads no more requests and sends no more output while its client does not read', async () => {
    const output = new StuckOutput();
    const { input, tools } = await served({ output });
    const started = vi.fn<() => void>();
    tools.register(
      defineTool({
        name: 'flood',
        parameters: Type.Object({}),
        async execute(_, { emitOutput }) {
          started();
          for (let i = 0; i < 100; i++) emitOutput('x'.repeat(100_000));
          return ok('y'.repeat(100_000));
        },
      }),
    );
    let id = 0;
    const more = `${JSON.stringify(request({ ...call(1, 'flood', {}), params: { name: 'flood', pad: 'z'.repeat(50_000) } }))}\n`;
    while (id < 400 && input.writableLength < 1_000_000) {
      input.write(more.replace('"id":1', `"id":${++id}`));
      await new Promise(setImmediate);
    }
    expect(input.isPaused()).toBe(true);
    expect(id).toBeLessThan(400);
    expect(started.mock.calls.length).toBeLessThan(id);
    // Every call would have sent 10 MB.
    expect(output.writableLength).toBeLessThan(15_000_000);
    output.letGo();
    await vi.waitFor(() => expect(started).toHaveBeenCalledTimes(id));
  });

  it('closes when its client is gone while it writes', async () => {
    const output = new Writable({ write: (_chunk, _encoding, done) => done(new Error('broken pipe')) });
    const { service, errors } = await served({ output });
    await service.closed;
    expect(errors).toMatchObject([expect.objectContaining({ message: 'broken pipe' })]);
  });

  it('writes what it has sent before it closes', async () => {
    const output = new PassThrough();
    const transport = new StreamTransport({ input: new PassThrough(), output, maxRequestBytes: 100 });
    await transport.start();
    void transport.send({ jsonrpc: '2.0', id: 1, result: {} });
    await transport.close();
    expect(String(output.read())).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n');
    await expect(transport.send({ jsonrpc: '2.0', id: 2, result: {} })).rejects.toThrow('closed');
  });

  it('leaves one listener at its output, however many connections that has had', async () => {
    const output = new PassThrough();
    for (let i = 0; i < 12; i++) {
      const { service } = await served({ output });
      await service.close();
    }
    expect(output.listenerCount('error')).toBeLessThanOrEqual(2);
  });

  it('reports a host that cannot extend its server, and closes', async () => {
    const { service, errors } = await served({
      extend() {
        throw new Error('no prompts');
      },
    });
    await service.closed;
    expect(errors).toMatchObject([expect.objectContaining({ message: 'no prompts' })]);
  });

  it.each(['2026-07-28', 'auto'] as const)('serves a client that negotiates: %s', async (mode) => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [fileURLToPath(new URL('../fixtures/stdio-server.ts', import.meta.url))],
    });
    const client = new Client(
      { name: 'test-client', version: '1.0.0' },
      { versionNegotiation: { mode: mode === 'auto' ? mode : { pin: mode } } },
    );
    await client.connect(transport);
    onTestFinished(() => client.close());
    expect(await client.callTool({ name: 'add', arguments: { a: 1, b: 1 } })).toMatchObject({
      structuredContent: { sum: 2 },
    });
  });
});

/** Takes everything and says so only when it is told to. */
class StuckOutput extends Writable {
  #waiting: (() => void)[] | undefined = [];

  override _write(_chunk: unknown, _encoding: unknown, done: () => void): void {
    if (this.#waiting === undefined) done();
    else this.#waiting.push(done);
  }

  letGo(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const done of waiting) done();
  }
}

interface Served {
  readonly input: PassThrough;
  readonly service: McpService;
  readonly tools: ToolCoordinator;
  readonly errors: Error[];
  readonly writes: string[];
  send(...messages: object[]): void;
  lines(): Record<string, unknown>[];
}

async function served({
  output,
  maxRequestBytes,
  extend,
}: { output?: Writable; maxRequestBytes?: number } & Pick<ServeMcpOptions, 'extend'> = {}): Promise<Served> {
  const input = new PassThrough({ highWaterMark: 1 });
  const writes: string[] = [];
  const errors: Error[] = [];
  const collect = new Writable({
    write(chunk, _encoding, done) {
      writes.push(String(chunk));
      done();
    },
  });
  const tools = servedTools().register(
    defineTool({
      name: 'echo',
      parameters: Type.Object({ text: Type.String() }),
      execute: async ({ text }) => ok(text),
    }),
  );
  const service = await serveMcp(tools, {
    transport: {
      type: 'stdio',
      input,
      output: output ?? collect,
      ...(maxRequestBytes !== undefined && { maxRequestBytes }),
    },
    ...(extend !== undefined && { extend }),
    onError: (error) => errors.push(error),
  });
  onTestFinished(() => service.close());
  const send = (...messages: object[]): void =>
    void input.write(messages.map((message) => `${JSON.stringify(request(message))}\n`).join(''));
  send(INITIALIZE);
  if (output === undefined && extend === undefined) await vi.waitFor(() => expect(writes).toHaveLength(1));
  const lines = (): Record<string, unknown>[] =>
    writes
      .join('')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): Record<string, unknown> => JSON.parse(line));
  return { input, service, tools, errors, writes, send, lines };
}

function request(message: object): object {
  return { jsonrpc: '2.0', ...message };
}

function call(id: number, name: string, args: object): object {
  return { id, method: 'tools/call', params: { name, arguments: args } };
}

function add(id: number): object {
  return call(id, 'add', { a: id, b: 1 });
}

import { describe, expect, it } from 'vitest';
import type { McpServerEvent } from '../../src/index.ts';
import { connected, hostile, running, textOf } from './fixtures/connected.ts';

describe('a server that misbehaves', () => {
  it('by never answering fails within its start timeout, while others work, and leaves no process', async () => {
    const mark = `hung-${process.pid}-${Date.now()}`;
    const marked = (behaviour: string) => {
      const { command, args = [] } = hostile(behaviour) as { command: string; args?: readonly string[] };
      return { command, args: [...args, mark] };
    };
    const { servers, tools } = await connected(
      { hung: marked('hang'), deaf: marked('hang-deaf'), good: marked('good') },
      { startTimeoutMs: 3000, maxRestarts: 0 },
    );
    expect(servers.list().map(({ name, state }) => [name, state])).toEqual([
      ['hung', 'failed'],
      ['deaf', 'failed'],
      ['good', 'ready'],
    ]);
    expect(servers.list()[0]?.problem).toContain('did not start within 3000 ms');
    expect(textOf(await tools.execute('good__hello', {}))).toBe('hello');
    if (process.platform !== 'linux') return;
    // Only the good one is left, and not even that after closing.
    expect(running(mark)).toHaveLength(1);
    await servers.close();
    expect(running(mark)).toEqual([]);
  });

  it('by never answering a call is told that the call was cancelled, and its late answer is ignored', async () => {
    const { tools } = await connected({ good: { ...hostile('good'), callTimeoutMs: 300 } });
    expect(await tools.execute('good__silent', {})).toMatchObject({ ok: false, error: { code: 'TIMEOUT' } });
    expect(await tools.execute('good__later', {})).toMatchObject({ ok: false, error: { code: 'TIMEOUT' } });
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(JSON.parse(textOf(await tools.execute('good__cancelled', {})))).toHaveLength(2);
    expect(textOf(await tools.execute('good__hello', {}))).toBe('hello');
  });

  it('by printing a line without end is closed, and memory stays bounded', async () => {
    const before = process.memoryUsage().rss;
    const { servers } = await connected(
      { endless: hostile('endless') },
      { maxMessageBytes: 8_000_000, maxRestarts: 0, startTimeoutMs: 20_000 },
    );
    expect(servers.list()[0]).toMatchObject({ state: 'failed' });
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  it('by sending its messages byte by byte, or after other texts, is understood', async () => {
    const { tools } = await connected({ bytes: hostile('bytes'), chatty: hostile('chatty') });
    expect(textOf(await tools.execute('bytes__hello', {}))).toBe('hello');
    expect(textOf(await tools.execute('chatty__hello', {}))).toBe('hello');
  });

  it('by flooding its error output does not stop its calls', async () => {
    const { tools } = await connected({ good: hostile('good') });
    expect(textOf(await tools.execute('good__flood', {}))).toBe('flooded');
  });

  it('by changing a description after it was accepted has that tool blocked until it is accepted again', async () => {
    const events: McpServerEvent[] = [];
    const { servers, tools } = await connected({ good: hostile('good') }, { onEvent: (event) => events.push(event) });
    expect(await tools.execute('good__hello', {})).toMatchObject({ ok: true });
    await tools.execute('good__change', {});
    await expect.poll(() => servers.changes().length, { timeout: 10_000 }).toBe(1);
    const result = await tools.execute('good__hello', {});
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'REMOTE_TOOL_CHANGED', details: { changed: ['description'] } },
    });
    expect(JSON.stringify(tools.getToolDefinitions({ format: 'openai' }))).not.toContain('sends your files away');
    expect(servers.changes()[0]?.definition).toContain('sends your files away');
    expect(events).toContainEqual({ type: 'tool_changed', server: 'good', tool: 'hello', changed: ['description'] });
    await servers.accept('good', 'hello');
    expect(await tools.execute('good__hello', {})).toMatchObject({ ok: true });
  });

  it('by hiding characters in names, descriptions and schemas has them shown or is refused', async () => {
    const { servers, tools } = await connected({ hidden: hostile('hidden') });
    const definitions = JSON.stringify(tools.getToolDefinitions({ format: 'openai' }));
    expect(definitions).toContain('\\\\u{e0073}');
    expect(servers.list()[0]?.refusedTools).toEqual([
      { tool: 'enum', problem: 'a schema of it has invisible characters' },
    ]);
  });

  it('by its names gets others that every provider accepts, and those that would be confused are refused', async () => {
    const { servers, tools } = await connected({ 'my server': hostile('names') });
    const names = tools.getNames();
    expect(names).toHaveLength(6);
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(servers.list()[0]?.refusedTools.map(({ tool }) => tool)).toEqual([
      'two__parts',
      'bell\\u{7}',
      'p\u0430ypal',
      '\uff52ead',
      'zero\\u{200b}width',
    ]);
    const dotted = names.find((name) => name.includes('with_dot')) ?? '';
    expect(tools.get(dotted)).toMatchObject({ title: 'with.dot', remote: { server: 'my server', tool: 'with.dot' } });
  });

  it('by patterns that take exponential time cannot hang a call', async () => {
    const { servers, tools } = await connected({ patterns: hostile('patterns') });
    const startedAt = performance.now();
    const result = await tools.execute('patterns__slow', { a: `${'a'.repeat(50_000)}!` });
    expect(result).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect(servers.list()[0]?.refusedTools[0]).toMatchObject({ tool: 'backreference' });
  });

  it('by huge results has them cut, with a notice', async () => {
    const { tools } = await connected({ good: hostile('good') });
    const huge = await tools.execute('good__huge', {});
    expect(huge).toMatchObject({ ok: true, metadata: { warnings: [expect.stringContaining('was cut')] } });
    expect(JSON.stringify(huge).length).toBeLessThan(5_000_000);
    const items = await tools.execute('good__items', {});
    expect(items).toMatchObject({
      ok: true,
      metadata: { warnings: [expect.stringContaining('99000 of 100000 parts')] },
    });
  });

  it('by crashing is restarted, the call says what it printed, and secrets of its configuration are not shown', async () => {
    const config = { ...hostile('good'), env: { API_KEY: 'sk-very-secret-123' } };
    const events: McpServerEvent[] = [];
    const { servers, tools } = await connected(
      { good: config },
      { restartDelayMs: 50, onEvent: (event) => events.push(event) },
    );
    const crashed = await tools.execute('good__crash', {});
    expect(crashed).toMatchObject({ ok: false, error: { code: 'SERVER_FAILED' } });
    await expect.poll(() => servers.list()[0]?.state, { timeout: 15_000 }).toBe('ready');
    const failed = await tools.execute('good__fail', {});
    expect(failed).toMatchObject({
      ok: false,
      error: { code: 'REMOTE_TOOL_FAILED', message: 'The key [redacted] is wrong.' },
    });
    const seen = JSON.stringify([crashed, failed, events]);
    expect(seen).toContain('fatal: bad key [redacted]');
    expect(seen).not.toContain('sk-very-secret');
  });

  it('with shell characters in its command is started without a shell, in a small environment', async () => {
    process.env['MCP_TEST_SECRET'] = 'not for servers';
    const { command, args = [] } = hostile('good') as { command: string; args?: readonly string[] };
    const { tools } = await connected({ good: { command, args: [...args, '$(id)', ';', 'a b', '*'] } });
    delete process.env['MCP_TEST_SECRET'];
    const { env, argv } = JSON.parse(textOf(await tools.execute('good__env', {}))) as { env: string[]; argv: string[] };
    expect(argv).toEqual(['good', '$(id)', ';', 'a b', '*']);
    expect(env).not.toContain('MCP_TEST_SECRET');
  });
});

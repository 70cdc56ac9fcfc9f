import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { describe, expect, it } from 'vitest';
import { serveMcp, type McpServerConfig } from '../../src/index.ts';
import { servedTools } from '../fixtures/served-tools.ts';
import { connected, hostile, program, temporaryFolder, textOf } from './fixtures/connected.ts';

/** A server that others have published. */
function published(name: string, ...args: string[]): McpServerConfig {
  const manifest = createRequire(import.meta.url).resolve(`@modelcontextprotocol/${name}/package.json`);
  return { command: process.execPath, args: [join(dirname(manifest), 'dist', 'index.js'), ...args] };
}

describe('the published file server', () => {
  it('reads and writes files through our client, beside a server with hostile names', async () => {
    const folder = realpathSync(temporaryFolder());
    writeFileSync(join(folder, 'a.txt'), 'alpha');
    const { servers, tools } = await connected({ fs: published('server-filesystem', folder), names: hostile('names') });
    expect(servers.list().map(({ state }) => state)).toEqual(['ready', 'ready']);
    expect(textOf(await tools.execute('fs__read_text_file', { path: join(folder, 'a.txt') }))).toBe('alpha');
    expect(await tools.execute('fs__write_file', { path: join(folder, 'b.txt'), content: 'beta' })).toMatchObject({
      ok: true,
    });
    expect(textOf(await tools.execute('fs__list_directory', { path: folder }))).toContain('b.txt');
    const outside = await tools.execute('fs__read_text_file', { path: '/etc/hostname' });
    expect(outside).toMatchObject({ ok: false, error: { code: 'REMOTE_TOOL_FAILED' } });
    const bad = await tools.execute('fs__read_text_file', { path: 5 });
    expect(bad).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
  });

  it('is told the roots of the workspace', async () => {
    const base = realpathSync(temporaryFolder());
    const root = join(base, 'project');
    mkdirSync(root);
    const workspace = createWorkspace({ roots: [root], state: join(base, 'state') });
    // Started with another folder: the roots that it asks for replace it.
    const { tools } = await connected({ fs: published('server-filesystem', base) }, { workspace });
    await expect
      .poll(async () => textOf(await tools.execute('fs__list_allowed_directories', {})), { timeout: 10_000 })
      .toContain(root);
  });
});

describe('the published memory server', () => {
  it('keeps entities between calls', async () => {
    const env = { MEMORY_FILE_PATH: join(temporaryFolder(), 'memory.jsonl') };
    const { tools } = await connected({ memory: { ...published('server-memory'), env } });
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['writes programs'] }];
    expect(await tools.execute('memory__create_entities', { entities })).toMatchObject({ ok: true });
    expect(textOf(await tools.execute('memory__read_graph', {}))).toContain('writes programs');
  });
});

describe('the published server of everything', () => {
  it('gives texts, structured content, images, resources, prompts, progress and logs', async () => {
    const { servers, tools } = await connected({ all: published('server-everything') });
    expect(textOf(await tools.execute('all__echo', { message: 'hi' }))).toContain('hi');
    const image = await tools.execute('all__get-tiny-image', {});
    expect(tools.toModelOutput(image)).toContainEqual(
      expect.objectContaining({ type: 'image', mediaType: 'image/png' }),
    );
    const weather = await tools.execute('all__get-structured-content', { location: 'New York' });
    expect(weather).toMatchObject({ ok: true, value: { structuredContent: expect.any(Object) } });
    const progress: number[] = [];
    tools.activity.subscribe('tool_progress', ({ data }) => progress.push(data.done));
    await tools.execute('all__trigger-long-running-operation', { duration: 1, steps: 4 });
    expect(progress).toEqual([1, 2, 3, 4]);
    expect((await servers.listResources('all')).length).toBeGreaterThan(0);
    const prompts = await servers.listPrompts('all');
    expect((await servers.getPrompt('all', prompts[0]?.name ?? '')).messages.length).toBeGreaterThan(0);
  });

  it('stops an operation that is cancelled', async () => {
    const { tools } = await connected({ all: published('server-everything') });
    const control = new AbortController();
    const running = tools.execute(
      'all__trigger-long-running-operation',
      { duration: 60, steps: 60 },
      { signal: control.signal },
    );
    setTimeout(() => control.abort(), 300);
    expect(await running).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    expect(textOf(await tools.execute('all__echo', { message: 'still here' }))).toContain('still here');
  });
});

describe('our own server', () => {
  it('is used by our own client over standard input and output', async () => {
    const { tools } = await connected({ own: program('../../fixtures/stdio-server.ts') });
    expect(await tools.execute('own__add', { a: 1, b: 2 })).toMatchObject({ value: { structuredContent: { sum: 3 } } });
    expect(tools.toModelOutput(await tools.execute('own__picture', {}))).toContainEqual(
      expect.objectContaining({ type: 'image' }),
    );
    expect(await tools.execute('own__print', {})).toMatchObject({ error: { code: 'REMOTE_TOOL_FAILED' } });
  });

  it('is used by our own client over HTTP, whose list of tools follows the changes of the server', async () => {
    const served = servedTools();
    const service = await serveMcp(served, { transport: { type: 'http' } });
    const headers = { authorization: `Bearer ${service.token ?? ''}` };
    try {
      const { servers, tools } = await connected({ own: { url: service.url ?? '', headers } });
      expect(servers.list()[0]).toMatchObject({ state: 'ready' });
      expect(await tools.execute('own__add', { a: 1, b: 2 })).toMatchObject({
        value: { structuredContent: { sum: 3 } },
      });
      const changes: string[] = [];
      tools.activity.subscribe('tools_changed', ({ data }) => changes.push(...data.removed));
      served.unregister('picture');
      await expect.poll(() => changes, { timeout: 10_000 }).toContain('own__picture');
      expect(await tools.execute('own__picture', {})).toMatchObject({ error: { code: 'TOOL_NOT_FOUND' } });
      const wrong = await connected(
        { own: { url: service.url ?? '', headers: { authorization: 'Bearer wrong-token' } } },
        { maxRestarts: 0 },
      );
      expect(wrong.servers.list()[0]).toMatchObject({ state: 'failed' });
      expect(JSON.stringify(wrong.servers.list())).not.toContain('wrong-token');
    } finally {
      await service.close();
      await served.shutdownAll();
    }
  });

  it('asks the person at our client with a form or with questions, and only if the host allows it', async () => {
    const served = servedTools();
    const service = await serveMcp(served, { transport: { type: 'http', token: false } });
    const config = { own: { url: service.url ?? '' } };
    const asked: string[] = [];
    const callbacks = {
      ask: async (question: string) => {
        asked.push(question);
        return question.includes('old') ? '36' : 'Ada';
      },
    };
    try {
      const off = await connected(config);
      expect(textOf(await off.tools.execute('own__greet', {}, { callbacks }))).toContain('nobody');
      expect(asked).toEqual([]);
      const on = await connected(config, { elicitation: true });
      expect(textOf(await on.tools.execute('own__greet', {}, { callbacks }))).toMatch(/Ada.*36/s);
      expect(asked[0]).toContain('The MCP server "own" asks: What is your name?');
      const form = async (schema: Readonly<Record<string, unknown>>) =>
        JSON.stringify(schema).includes('age') ? { age: 7 } : { answer: 'Bo' };
      expect(textOf(await on.tools.execute('own__greet', {}, { callbacks: { form } }))).toMatch(/Bo.*7/s);
    } finally {
      await service.close();
      await served.shutdownAll();
    }
  });
});

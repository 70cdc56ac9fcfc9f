import { describe, expect, it } from 'vitest';
import {
  MemoryArtifactStore,
  ToolCoordinator,
  Type,
  cutText,
  defineTool,
  fail,
  modelOutput,
  ok,
  previewResult,
  printable,
  type ArtifactStore,
} from '../../src/index.ts';
import { readFile } from '../sample-tools.ts';

const big = defineTool({
  name: 'big',
  parameters: Type.Object({ size: Type.Integer() }),
  execute: async ({ size }) => ok(`HEAD${'x'.repeat(size)}TAIL`),
});

describe('what a model gets', () => {
  it('is the text, the JSON, or the error with its suggestion', async () => {
    const tools = new ToolCoordinator().register(readFile).register(big);
    expect(tools.toModelOutput(await tools.execute('big', { size: 1 }))).toEqual([{ type: 'text', text: 'HEADxTAIL' }]);
    expect(tools.toModelOutput(await tools.execute('read_file', { path: 'a' }))).toEqual([
      { type: 'json', value: { content: 'a@0' } },
    ]);
    const failed = await tools.execute('big', { size: 0.5 });
    expect(tools.toModelOutput(failed)).toEqual([
      { type: 'text', text: expect.stringMatching(/^Error VALIDATION_ERROR: big: size .*\nSuggestion: /) },
    ]);
  });

  it('is cut in the middle, and the whole is an artifact', async () => {
    const tools = new ToolCoordinator({ limits: { maxOutputChars: 1000 } }).register(big);
    const result = await tools.execute('big', { size: 50_000 });
    expect(result.metadata.artifacts).toMatchObject([{ mediaType: 'text/plain', size: 50_008 }]);
    const [part] = tools.toModelOutput(result);
    if (part?.type !== 'text') throw new Error('expected text');
    expect(part.text.length).toBeLessThanOrEqual(1000);
    expect(part.text.startsWith('HEAD')).toBe(true);
    expect(part.text.endsWith('TAIL')).toBe(true);
    expect(part.text).not.toContain('artifact');
    expect(result.ok && result.value).toHaveLength(50_008);
  });

  it('names the artifact to a model that has a tool to read it, once', async () => {
    const reader = defineTool({
      name: 'read_artifact',
      description: 'Reads artifacts',
      parameters: Type.Object({}),
      execute: async () => ok({}),
    });
    const tools = new ToolCoordinator({ limits: { maxOutputChars: 1000 } }).register(big).register(reader);
    const result = await tools.execute('big', { size: 50_000 });
    const text = tools
      .toModelOutput(result)
      .map((part) => (part.type === 'text' ? part.text : ''))
      .join('\n');
    const id = result.metadata.artifacts?.[0]?.id ?? 'none';
    expect(text).toContain(`the whole is artifact ${id}, see read_artifact`);
    expect(text.split(id)).toHaveLength(2);
  });

  it('is kept where handlers find it: the host names no store, so it is in memory', async () => {
    let store: ArtifactStore | undefined;
    const look = defineTool({
      name: 'look',
      description: 'Looks at its services',
      parameters: Type.Object({}),
      execute: async (_, { services }) => ok({ found: (store = services.artifacts) !== undefined }),
    });
    const tools = new ToolCoordinator({ limits: { maxOutputChars: 1000 } }).register(big).register(look);
    const result = await tools.execute('big', { size: 50_000 }, { taskId: 'task' });
    await tools.execute('look', {});
    const id = result.metadata.artifacts?.[0]?.id ?? 'none';
    expect((await store?.read(id, { owner: { principalId: '', taskId: 'task' } }))?.total).toBe(50_008);
  });

  it("goes to the host's artifact store, with whose it is", async () => {
    const seen: unknown[] = [];
    const artifacts: ArtifactStore = {
      put: async (text, info) => {
        seen.push(text.length, info);
        return { id: 'mine', mediaType: 'text/plain', size: text.length };
      },
      read: async () => undefined,
    };
    const tools = new ToolCoordinator({ services: { artifacts } }).register(big);
    const result = await tools.execute(
      'big',
      { size: 40_000 },
      { taskId: 't', callId: 'c', principal: { id: 'anna' } },
    );
    expect(result.metadata.artifacts).toMatchObject([{ id: 'mine' }]);
    const owner = { principalId: 'anna', taskId: 't', parentTasks: [] };
    expect(seen).toMatchObject([40_008, { owner, callId: 'c' }]);
  });

  it('is still cut when the store fails', async () => {
    const artifacts: ArtifactStore = {
      put: async () => Promise.reject(new Error('disk full')),
      read: async () => undefined,
    };
    const tools = new ToolCoordinator({ services: { artifacts } }).register(big);
    const result = await tools.execute('big', { size: 40_000 });
    expect(result).toMatchObject({ ok: true });
    expect(result.metadata.artifacts).toBeUndefined();
    const [part] = tools.toModelOutput(result);
    expect(part?.type === 'text' && part.text.length).toBeLessThanOrEqual(30_000);
  });

  it('counts JSON as it is written, escapes included', async () => {
    const escaped = defineTool({
      name: 'escaped',
      parameters: Type.Object({}),
      execute: async () => ok({ text: '\u0001'.repeat(6000) }),
    });
    const tools = new ToolCoordinator({ limits: { maxOutputChars: 30_000 } }).register(escaped);
    const result = await tools.execute('escaped', {});
    expect(result.metadata.artifacts).toHaveLength(1);
    const [part] = tools.toModelOutput(result);
    expect(part?.type === 'text' && part.text.length).toBeLessThanOrEqual(30_000);
  });

  it("is the tool's own rendering where it has one, also when that fails", async () => {
    const image = {
      ...readFile,
      toModelOutput: () => [{ type: 'image' as const, data: 'AAAA', mediaType: 'image/png' }],
    };
    const tools = new ToolCoordinator().register(image);
    expect(tools.toModelOutput(await tools.execute('read_file', { path: 'a' }))).toEqual([
      { type: 'image', data: 'AAAA', mediaType: 'image/png' },
    ]);
    const broken = {
      ...readFile,
      toModelOutput: () => {
        throw new Error('boom');
      },
    };
    const others = new ToolCoordinator().register(broken);
    expect(others.toModelOutput(await others.execute('read_file', { path: 'a' }))).toEqual([
      { type: 'json', value: { content: 'a@0' } },
    ]);
  });

  it('cuts the text of documents, and keeps their data and audio whole', async () => {
    const parts = [
      { type: 'resource' as const, uri: 'a:1', text: 'x'.repeat(5000) },
      { type: 'resource' as const, uri: 'a:2', data: 'AAAA' },
      { type: 'audio' as const, data: 'A'.repeat(5000), mediaType: 'audio/wav' },
    ];
    const tools = new ToolCoordinator({ limits: { maxOutputChars: 1000 } }).register({
      ...readFile,
      toModelOutput: () => parts,
    });
    const [first, ...rest] = tools.toModelOutput(await tools.execute('read_file', { path: 'a' }));
    expect(first).toMatchObject({ type: 'resource', uri: 'a:1' });
    expect(first?.type === 'resource' && first.text?.length).toBeLessThanOrEqual(1000);
    expect(rest).toEqual(parts.slice(1));
  });

  it('includes what hooks add, capped', () => {
    const result = ok('value', { contextModifications: ['remember this', 'y'.repeat(20_000)] });
    const parts = modelOutput(result);
    expect(parts).toHaveLength(2);
    const added = parts[1];
    if (added?.type !== 'text') throw new Error('expected text');
    expect(added.text.startsWith('remember this\n')).toBe(true);
    expect(added.text.length).toBeLessThanOrEqual(10_000);
  });
});

describe('the memory artifact store', () => {
  const owner = { principalId: 'anna', taskId: 't' };

  it('gives pages, and drops the oldest when it is full', async () => {
    const store = new MemoryArtifactStore({ maxChars: 10 });
    const first = await store.put('123456', { owner });
    const second = await store.put('abcdef', { owner });
    expect(await store.read(first.id, { owner })).toBeUndefined();
    expect(await store.read(second.id, { owner, offset: 2, limit: 3 })).toEqual({ text: 'cde', offset: 2, total: 6 });
    await expect(store.put('x'.repeat(11), { owner })).rejects.toThrow('larger than');
  });

  it('gives an artifact to its task and to those above it, and to nobody else', async () => {
    const store = new MemoryArtifactStore();
    const { id } = await store.put('secret', { owner: { ...owner, parentTasks: ['lead', 'top'] } });
    const found = async (principalId: string, taskId: string): Promise<boolean> =>
      (await store.read(id, { owner: { principalId, taskId } })) !== undefined;
    expect([await found('anna', 't'), await found('anna', 'lead'), await found('anna', 'top')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([
      await found('anna', 'other'),
      await found('bert', 't'),
      await found('', 't'),
      await found('', 'top'),
    ]).toEqual([false, false, false, false]);
  });

  it('has ids that tell nothing about the next one', async () => {
    const store = new MemoryArtifactStore();
    const ids = await Promise.all([1, 2, 3].map(async () => (await store.put('x', { owner })).id));
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^artifact-[0-9a-f]{24}$/);
  });

  it('takes the room that one principal needs from whoever has the most', async () => {
    const store = new MemoryArtifactStore({ maxChars: 100 });
    const other = { principalId: 'bert', taskId: 't' };
    const kept = await store.put('x'.repeat(10), { owner: other });
    for (let count = 0; count < 30; count++) await store.put('y'.repeat(10), { owner });
    expect((await store.read(kept.id, { owner: other }))?.total).toBe(10);
  });
});

describe('a preview', () => {
  it.each([
    ['text', ok('one\ntwo\nthree\nfour'), ['one', 'two', '…']],
    ['an object', ok({ path: 'a', lines: [1, 2], nested: { x: 1 } }), ['path: a', 'lines: 2 entries', 'nested: { x }']],
    ['a list', ok([1, 2]), ['1', '2']],
    ['nothing', ok(undefined), ['undefined']],
    ['an error', fail('X', 'went wrong', { suggestion: 'try y' }), ['X: went wrong', 'try y']],
    ['hostile text', ok('a\u001b[2J\u202eb'), ['a\\u{1b}[2J\\u{202e}b']],
  ])('of %s has a sensible default', (_, result, lines) => {
    expect(previewResult(result)).toEqual(lines);
  });

  it("is the tool's own, never longer than asked for", async () => {
    const tool = { ...readFile, preview: () => ['a', 'b', 'c', 'd'] };
    const tools = new ToolCoordinator().register(tool);
    expect(tools.preview(await tools.execute('read_file', { path: 'a' }), 2)).toEqual(['a', 'b']);
  });
});

describe('cutText', () => {
  it('keeps short text, cuts long text, and never splits a character', () => {
    expect(cutText('short', 10, '')).toBe('short');
    for (let size = 60; size < 140; size++) {
      const cut = cutText('😀'.repeat(200), size, 'note');
      expect(cut.length).toBeLessThanOrEqual(size);
      expect(cut.isWellFormed()).toBe(true);
      expect(cut).toContain('characters left out; note');
    }
  });
});

describe('printable', () => {
  it.each([
    ['\u001b[31m', '\\u{1b}[31m'],
    ['a\u202eb', 'a\\u{202e}b'],
    ['a\u200bb\ufeff', 'a\\u{200b}b\\u{feff}'],
    ['line\nbreak\t\r', 'line\\nbreak\\t\\r'],
    ['\u{e0041}\u2028\u00a0', '\\u{e0041}\\u{2028}\u00a0'],
    ['plain é 漢 😀', 'plain é 漢 😀'],
  ])('%j becomes %j', (text, expected) => expect(printable(text)).toBe(expected));

  it('leaves the layout of several lines alone where asked', () => {
    expect(printable('a\n\tb\r\u0007', { multiline: true })).toBe('a\n\tb\\r\\u{7}');
  });

  it('ends with the warnings that the tool has not told itself', async () => {
    const told = defineTool({
      name: 'told',
      parameters: Type.Object({}),
      execute: async () => ok('done, but half of it is missing', { warnings: ['half of it is missing', 'it is old'] }),
    });
    const tools = new ToolCoordinator().register(told);
    expect(tools.toModelOutput(await tools.execute('told', {}))).toEqual([
      { type: 'text', text: 'done, but half of it is missing' },
      { type: 'text', text: 'Warning: it is old' },
    ]);
  });
});

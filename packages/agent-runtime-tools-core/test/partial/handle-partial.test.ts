import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ToolCoordinator, Type, defineTool, ok, type PartialToolUse } from '../../src/index.ts';

type Params = { path: string; content: string };

function create(delayMs = 0) {
  const blocks: PartialToolUse<Params>[] = [];
  const signals: AbortSignal[] = [];
  const tool = defineTool({
    name: 'write',
    parameters: Type.Object({ path: Type.String(), content: Type.String() }),
    async execute(params) {
      return ok(params);
    },
    async handlePartial(block, { signal }) {
      blocks.push(block);
      signals.push(signal);
      if (delayMs > 0) await sleep(delayMs);
    },
  });
  return { blocks, signals, tools: new ToolCoordinator().register(tool) };
}

const TEXT = '{"path":"src/a.ts","content":"line one\\nline \\u00e9 two"}';

describe('handlePartial', () => {
  it('shows what has been parsed so far, piece by piece', async () => {
    const { blocks, tools } = create();
    for (const character of TEXT) await tools.handlePartial({ callId: 'c', name: 'write', delta: character });
    await tools.handlePartial({ callId: 'c', name: 'write', delta: '', complete: true });
    const paths = blocks.map((block) => block.params.path).filter((path) => path !== undefined);
    expect(paths).toContain('src/');
    expect(blocks.at(-1)).toEqual({
      callId: 'c',
      name: 'write',
      params: { path: 'src/a.ts', content: 'line one\nline é two' },
      text: TEXT,
      complete: true,
    });
    for (let index = 1; index < blocks.length; index++) {
      expect((blocks[index]?.params.content ?? '').startsWith(blocks[index - 1]?.params.content ?? '')).toBe(true);
    }
  });

  it('resolves to what has been parsed, also for a tool that does not handle pieces itself', async () => {
    const plain = defineTool({ name: 'plain', parameters: Type.Object({}), execute: async () => ok('done') });
    const tools = new ToolCoordinator().register(plain);
    const piece = { callId: 'c', name: 'plain' };
    expect(await tools.handlePartial({ ...piece, delta: '{"path":"a' })).toMatchObject({ params: { path: 'a' } });
    expect(await tools.handlePartial({ ...piece, delta: 'b"}', complete: true })).toMatchObject({
      params: { path: 'ab' },
      complete: true,
    });
    expect(await tools.handlePartial({ ...piece, delta: ' ' })).toBeUndefined();
    expect(await tools.handlePartial({ callId: 'd', name: 'none', delta: '{' })).toBeUndefined();
  });

  it('gives each block its own copy', async () => {
    const { blocks, tools } = create();
    await tools.handlePartial({ callId: 'c', name: 'write', delta: '{"path":"a' });
    await tools.handlePartial({ callId: 'c', name: 'write', delta: 'b"}' });
    expect(blocks.map((block) => block.params.path)).toEqual(['a', 'ab']);
  });

  it('skips outdated states when the handler is slow', async () => {
    const { blocks, tools } = create(20);
    const pieces = TEXT.match(/.{1,3}/gs) ?? [];
    await Promise.all(pieces.map((delta) => tools.handlePartial({ callId: 'c', name: 'write', delta })));
    expect(blocks.length).toBeLessThan(pieces.length / 2);
    expect(blocks.at(-1)?.params.path).toBe('src/a.ts');
  });

  it('ends when the call begins', async () => {
    const { blocks, tools } = create();
    await tools.handlePartial({ callId: 'c', name: 'write', delta: '{"path":"a"' });
    expect((await tools.execute('write', { path: 'a', content: 'x' }, { callId: 'c' })).ok).toBe(true);
    expect(blocks).toHaveLength(1);
    expect(tools.getStats().inFlight).toBe(0);
  });

  it('tells the handler through its signal when the call is dropped', async () => {
    const { signals, tools } = create();
    await tools.handlePartial({ callId: 'c', name: 'write', delta: '{"path":"a' });
    tools.dropPartial('c');
    expect(signals[0]?.aborted).toBe(true);
    expect(tools.getStats().inFlight).toBe(0);
    tools.dropPartial('c');
  });

  it('is stopped by cancelling the call, the task or everything', async () => {
    const { signals, tools } = create();
    await tools.handlePartial({ callId: 'c', name: 'write', delta: '{"path":"a' }, { taskId: 't' });
    expect(tools.cancelTask('t')).toBe(1);
    expect(signals[0]?.aborted).toBe(true);
    expect(tools.getStats().inFlight).toBe(0);
  });

  it.each(['not json', '{"a":}', '[1,2]', '{"__proto__":{"x":1},"path":"a"', '{"path":"\\ud83d'])(
    'takes %j without harm',
    async (text) => {
      const { tools } = create();
      for (const character of text) await tools.handlePartial({ callId: 'c', name: 'write', delta: character });
      await tools.handlePartial({ callId: 'c', name: 'nothing', delta: 'x' });
      expect(({} as Record<string, unknown>)['x']).toBeUndefined();
      tools.dropPartial('c');
    },
  );

  it('survives a handler that fails', async () => {
    const { tools } = create();
    tools.unregister('write');
    tools.register(
      defineTool({
        name: 'write',
        parameters: Type.Object({}),
        execute: async () => ok(1),
        handlePartial: async () => Promise.reject(new Error('boom')),
      }),
    );
    await expect(tools.handlePartial({ callId: 'c', name: 'write', delta: '{}' })).resolves.toMatchObject({
      params: {},
    });
    tools.dropPartial('c');
  });

  it('reads each piece of a long argument once', async () => {
    const { blocks, tools } = create();
    const text = JSON.stringify({ path: 'a', content: 'x'.repeat(400_000) });
    const started = performance.now();
    for (let index = 0; index < text.length; index += 40)
      await tools.handlePartial({ callId: 'c', name: 'write', delta: text.slice(index, index + 40) });
    expect(blocks.at(-1)?.params.content).toHaveLength(400_000);
    expect(performance.now() - started).toBeLessThan(5000);
    tools.dropPartial('c');
  });
});

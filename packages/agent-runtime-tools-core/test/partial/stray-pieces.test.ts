import { describe, expect, it } from 'vitest';
import { ToolCoordinator, Type, defineTool, ok, type PartialToolUse } from '../../src/index.ts';

function create(options: ConstructorParameters<typeof ToolCoordinator>[0] = {}) {
  const blocks: PartialToolUse[] = [];
  const signals: AbortSignal[] = [];
  const shutDown: string[] = [];
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const write = defineTool({
    name: 'write',
    parameters: Type.Object({ text: Type.String() }),
    execute: async ({ text }) => ok(text),
    async handlePartial(block, { signal }) {
      blocks.push(block);
      signals.push(signal);
      if (block.callId === 'slow') await gate;
    },
    async shutdown() {
      shutDown.push('write');
    },
  });
  const tools = new ToolCoordinator(options).register(write);
  const send = (callId: string, delta: string, complete = false): Promise<unknown> =>
    tools.handlePartial({ callId, name: 'write', delta, complete });
  return { blocks, signals, shutDown, release: () => release(), tools, send };
}

describe('a call with streaming arguments', () => {
  it('that streams through a view ends there when the coordinator makes the call', async () => {
    const { blocks, tools } = create();
    const view = tools.view(['write']);
    for (let n = 0; n < 1100; n++) {
      await view.handlePartial({ callId: `c${n}`, name: 'write', delta: '{"text":"x"}', complete: true });
      await tools.execute('write', { text: 'x' }, { callId: `c${n}` });
    }
    expect(blocks).toHaveLength(1100);
    expect(tools.getStats().inFlight).toBe(0);
  });

  it('is not started again by a piece that arrives after its end', async () => {
    const { blocks, tools, send } = create();
    await send('c', '{"text":"x"}', true);
    await tools.execute('write', { text: 'x' }, { callId: 'c' });
    await send('c', '"x"}');
    await send('c', '', true);
    expect(blocks).toHaveLength(1);
    expect(tools.getStats().inFlight).toBe(0);
  });

  it('ignores pieces after its last one', async () => {
    const { blocks, send, tools } = create();
    await send('c', '{"text":"x"}', true);
    await send('c', '{"text":"another"}');
    expect(blocks.map(({ text }) => text)).toEqual(['{"text":"x"}']);
    tools.dropPartial('c');
  });

  it('shows nothing more once it has grown too large, whatever its later pieces look like', async () => {
    const { blocks, signals, send, tools } = create({ limits: { arguments: { maxChars: 100 } } });
    await send('c', '{"text":"');
    await send('c', 'x'.repeat(200));
    expect(signals[0]?.aborted).toBe(true);
    await send('c', '{"text":"part of the content"}');
    expect(blocks).toHaveLength(1);
    expect(tools.getStats().inFlight).toBe(0);
    await tools.execute('write', { text: 'x' }, { callId: 'c' });
    await send('c', '{"text":"the same id again"}');
    expect(blocks).toHaveLength(2);
    tools.dropPartial('c');
  });

  it('shows nothing more after another call has grown too large as well', async () => {
    const { blocks, send, tools } = create({ limits: { arguments: { maxChars: 100 } } });
    for (const callId of ['first', 'second']) await send(callId, `{"text":"${'x'.repeat(200)}`);
    await send('first', '{"text":"part of the content"}');
    await send('second', '{"text":"part of the content"}');
    expect(blocks).toEqual([]);
    expect(tools.getStats().inFlight).toBe(0);
  });

  it('is dropped for newer ones when too many are never finished', async () => {
    const { blocks, signals, send, tools } = create();
    for (let n = 0; n < 1100; n++) await send(`c${n}`, '{"text":"x');
    expect(blocks).toHaveLength(1100);
    expect(signals.filter(({ aborted }) => aborted)).toHaveLength(1100 - 1024);
    expect(tools.getStats().inFlight).toBe(1024);
    tools.cancelAll();
    expect(tools.getStats().inFlight).toBe(0);
  });

  it('is dropped for newer ones when all together hold too much text', async () => {
    const { signals, send, tools } = create();
    for (let n = 0; n < 6; n++) await send(`c${n}`, `{"text":"${'x'.repeat(15_000_000)}`);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false, false, false, false]);
    tools.cancelAll();
  });

  it('keeps its tool from being shut down while handlePartial runs', async () => {
    const { release, send, shutDown, tools } = create();
    const looking = send('slow', '{"text":"x"}');
    await new Promise((resolve) => setTimeout(resolve, 20));
    tools.unregister('write');
    await new Promise((resolve) => setImmediate(resolve));
    expect(shutDown).toEqual([]);
    release();
    await looking;
    await new Promise((resolve) => setImmediate(resolve));
    expect(shutDown).toEqual(['write']);
    tools.cancelAll();
  });

  it('survives pieces that are not text', async () => {
    const { send } = create();
    await expect(send('c', null as never)).resolves.toBeUndefined();
  });
});

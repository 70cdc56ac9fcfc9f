import { describe, expect, it } from 'vitest';
import { ActivityStream, ToolCoordinator, Type, defineTool, fail, ok, type AnyActivityEvent } from '../../src/index.ts';

const step = defineTool({ name: 'step', parameters: Type.Object({}), execute: async () => ok(1) });
const ORIGIN = { callId: 'c', callKey: 'k', taskId: 't' };

function progress(stream: ActivityStream, done: number, chars = 0): void {
  stream.publish('tool_progress', ORIGIN, { toolName: 'x', done }, 0, chars);
}

const doneOf = (event: AnyActivityEvent): unknown => (event.type === 'tool_progress' ? event.data.done : undefined);

describe('events that listeners cause', () => {
  it('come after the event that caused them, for every listener', async () => {
    const tools = new ToolCoordinator().register(step);
    const [before, after]: [number[], number[]] = [[], []];
    let calls = 0;
    tools.activity.subscribe('*', (event) => before.push(event.sequence));
    tools.activity.subscribe('*', () => {
      if (calls++ === 0) void tools.execute('step', {});
    });
    tools.activity.subscribe('*', (event) => after.push(event.sequence));
    tools.activity.subscribe('tool_call_start', (event) => after.push(event.sequence));
    const events = tools.activity.events();
    await tools.execute('step', {});
    await new Promise((resolve) => setImmediate(resolve));
    expect(before).toEqual([2, 3, 4, 5]);
    expect(after.filter((sequence, index) => after.indexOf(sequence) === index)).toEqual([2, 3, 4, 5]);
    const iterated = [];
    for (let n = 0; n < 4; n++) iterated.push(((await events.next()).value as AnyActivityEvent).sequence);
    expect(iterated).toEqual([2, 3, 4, 5]);
  });

  it('during a replay come after it, and each is delivered exactly once', () => {
    const stream = new ActivityStream();
    for (let n = 1; n <= 3; n++) progress(stream, n);
    const heard: unknown[] = [];
    stream.subscribe(
      '*',
      (event) => {
        heard.push(doneOf(event));
        if (doneOf(event) === 1) progress(stream, 4);
      },
      { replay: true },
    );
    progress(stream, 5);
    expect(heard).toEqual([1, 2, 3, 4, 5]);
  });

  it('reach a listener that subscribes meanwhile with a replay exactly once', () => {
    const stream = new ActivityStream();
    const late: unknown[] = [];
    stream.subscribe('*', (event) => {
      if (doneOf(event) !== 1) return;
      progress(stream, 2);
      stream.subscribe('*', (other) => late.push(doneOf(other)), { replay: true });
      progress(stream, 3);
    });
    progress(stream, 1);
    expect(late).toEqual([1, 2, 3]);
  });
});

it('a listener that returns a thenable that rejects affects nobody', async () => {
  const failures: unknown[] = [];
  const stream = new ActivityStream({ onListenerError: (error) => failures.push(error) });
  // oxlint-disable-next-line unicorn/no-thenable -- what is tested is exactly this.
  stream.subscribe('*', () => ({ then: (_: unknown, reject: (error: unknown) => void) => reject('later') }));
  progress(stream, 1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(failures).toEqual(['later']);
});

describe('the memory of recent events', () => {
  const replayed = (tools: Pick<ToolCoordinator, 'activity'>): number => JSON.stringify(tools.activity.recent()).length;
  const LIMIT = { activity: { replayChars: 100_000 } };

  it('is bounded for arguments that had to be repaired', async () => {
    const parameters = Type.Object({ n: Type.Integer(), text: Type.String() });
    const tools = new ToolCoordinator(LIMIT).register(
      defineTool({ name: 'take', parameters, execute: async () => ok(1) }),
    );
    for (let n = 0; n < 20; n++)
      await tools.execute('take', { n: '1' as never, text: 'x'.repeat(n % 2 === 0 ? 10_000 : 1_000_000) });
    expect(replayed(tools)).toBeLessThan(200_000);
  });

  it('is bounded for arguments and values that are mostly numbers', async () => {
    const parameters = Type.Object({ list: Type.Array(Type.Integer()) });
    const tools = new ToolCoordinator({ ...LIMIT, limits: { maxOutputChars: 1e9 } }).register(
      defineTool({ name: 'take', parameters, execute: async ({ list }) => ok(list) }),
    );
    for (let n = 0; n < 50; n++) await tools.execute('take', { list: Array.from({ length: 2000 }, () => 123) });
    expect(replayed(tools)).toBeLessThan(200_000);
  });

  it('is bounded for failures with long messages and large details, whose code is kept', async () => {
    const tools = new ToolCoordinator(LIMIT).register(
      defineTool({
        name: 'break',
        parameters: Type.Object({}),
        execute: async () => fail('X', 'm'.repeat(10_000), { details: { output: 'y'.repeat(1_000_000) } }),
      }),
    );
    for (let n = 0; n < 20; n++) await tools.execute('break', {});
    expect(replayed(tools)).toBeLessThan(200_000);
    expect(tools.activity.recent().find(({ type }) => type === 'error')).toMatchObject({
      data: { error: { code: 'X' } },
    });
  });

  it('is bounded for unknown tool names and for progress messages', async () => {
    const tools = new ToolCoordinator(LIMIT).register(
      defineTool({
        name: 'tell',
        parameters: Type.Object({}),
        async execute(_, { emitProgress }) {
          emitProgress(1, 2, 'z'.repeat(1_000_000));
          return ok(1);
        },
      }),
    );
    for (let n = 0; n < 20; n++) {
      await tools.execute<string>(`${n}`.repeat(1_000_000), {});
      await tools.execute('tell', {});
    }
    expect(replayed(tools)).toBeLessThan(200_000);
  });
});

it('an iterator that nobody reads keeps bounded text and always the newest event', async () => {
  const stream = new ActivityStream({ replay: 0 });
  const events = stream.events({ bufferChars: 1000 });
  for (let n = 1; n <= 10; n++) progress(stream, n, 300);
  expect(events.dropped).toBe(7);
  progress(stream, 11, 5000);
  expect(events.dropped).toBe(10);
  expect(doneOf((await events.next()).value as AnyActivityEvent)).toBe(11);
  progress(stream, 12, 300);
  expect(doneOf((await events.next()).value as AnyActivityEvent)).toBe(12);
});

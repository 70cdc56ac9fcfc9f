import { describe, expect, it, vi } from 'vitest';
import {
  ActivityEventType,
  ActivityStream,
  ToolCoordinator,
  Type,
  defineTool,
  ok,
  type AnyActivityEvent,
} from '../../src/index.ts';
import { readFile, waitTool } from '../sample-tools.ts';

const chatty = defineTool({
  name: 'chatty',
  parameters: Type.Object({}),
  async execute(_, { emitOutput, emitProgress }) {
    emitOutput('one\n');
    emitProgress(1, 2, 'half');
    await Promise.resolve();
    emitOutput('two\n');
    return ok('done');
  },
});

function record(tools: { activity: ToolCoordinator['activity'] }): AnyActivityEvent[] {
  const events: AnyActivityEvent[] = [];
  tools.activity.subscribe('*', (event) => void events.push(event));
  return events;
}

describe('the activity of a call', () => {
  it('is a start, its output and progress, and an end, in sequence', async () => {
    const tools = new ToolCoordinator().register(chatty);
    const events = record(tools);
    const result = await tools.execute('chatty', {}, { callId: 'c', taskId: 't' });
    expect(events.map((event) => event.type)).toEqual([
      'tool_call_start',
      'tool_output_chunk',
      'tool_progress',
      'tool_output_chunk',
      'tool_call_end',
    ]);
    // The first event of the stream is the registration.
    expect(events.map((event) => event.sequence)).toEqual([2, 3, 4, 5, 6]);
    expect(events.every((event) => event.callId === 'c' && event.taskId === 't')).toBe(true);
    expect(events[0]).toMatchObject({ data: { toolName: 'chatty', arguments: {} } });
    expect(events[2]).toMatchObject({ data: { done: 1, total: 2, message: 'half' } });
    expect(events[4]).toMatchObject({ data: { success: true, result } });
  });

  it.each([
    ['an unknown tool', 'nothing', {}],
    ['arguments that do not fit', 'read_file', { path: 1 }],
  ])('is complete for %s', async (_, name, params) => {
    const tools = new ToolCoordinator().register(readFile);
    const events = record(tools);
    await tools.execute(name, params);
    expect(events.map((event) => event.type)).toEqual(['tool_call_start', 'error', 'tool_call_end']);
  });

  it('ends with the call, and later events of it are dropped', async () => {
    let emit: ((chunk: string) => void) | undefined;
    const tools = new ToolCoordinator().register({
      ...chatty,
      execute: async (_: object, context: Parameters<typeof chatty.execute>[1]) => {
        emit = context.emitOutput;
        return ok('x');
      },
    });
    const events = record(tools);
    await tools.execute('chatty', {});
    emit?.('late');
    expect(events).toHaveLength(2);
  });
});

describe('a listener', () => {
  it('gets events of one type, or of all, until it unsubscribes', async () => {
    const tools = new ToolCoordinator().register(chatty);
    const starts = vi.fn();
    const stop = tools.activity.subscribe(ActivityEventType.TOOL_CALL_START, starts);
    await tools.execute('chatty', {});
    stop();
    stop();
    await tools.execute('chatty', {});
    expect(starts).toHaveBeenCalledOnce();
  });

  it('that throws or rejects affects neither the call nor other listeners', async () => {
    const warn = vi.fn();
    const tools = new ToolCoordinator({ logger: { debug() {}, info() {}, warn, error() {} } }).register(chatty);
    tools.activity.subscribe('*', () => {
      throw new Error('boom');
    });
    tools.activity.subscribe('*', async () => Promise.reject(new Error('boom')));
    const events = record(tools);
    expect((await tools.execute('chatty', {})).ok).toBe(true);
    expect(events).toHaveLength(5);
    await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(10));
  });

  it('may unsubscribe itself or subscribe another while it is called', () => {
    const stream = new ActivityStream();
    const seen: string[] = [];
    const stop = stream.subscribe('*', () => {
      seen.push('first');
      stop();
      stream.subscribe('*', () => void seen.push('second'));
    });
    const publish = () =>
      stream.publish(
        'error',
        { callId: 'c', callKey: 'k', taskId: 't' },
        { toolName: 'x', error: { code: 'X', kind: 'user_error', message: '', retryable: false } },
        0,
      );
    publish();
    publish();
    expect(seen).toEqual(['first', 'second']);
  });

  it('of a scope gets only the events of that task or call', async () => {
    const tools = new ToolCoordinator().register(chatty);
    const seen: string[] = [];
    tools.activity.scope({ taskId: 'a' }).subscribe('tool_call_end', (event) => void seen.push(event.taskId));
    tools.activity
      .scope({ taskId: 'a' })
      .scope({ callId: '2' })
      .subscribe('tool_call_start', (event) => void seen.push(event.callId));
    await tools.execute('chatty', {}, { taskId: 'a', callId: '1' });
    await tools.execute('chatty', {}, { taskId: 'b', callId: '2' });
    await tools.execute('chatty', {}, { taskId: 'a', callId: '2' });
    expect(seen).toEqual(['a', '2', 'a']);
    expect(tools.activity.scope({ taskId: 'b' }).recent()).toHaveLength(5);
  });
});

describe('replay', () => {
  it('gives a late listener the recent events first', async () => {
    const tools = new ToolCoordinator().register(chatty);
    await tools.execute('chatty', {});
    const seen: string[] = [];
    tools.activity.subscribe('tool_call_end', (event) => void seen.push(event.callId), { replay: true });
    await tools.execute('chatty', {}, { callId: 'second' });
    expect(seen).toHaveLength(2);
    expect(seen[1]).toBe('second');
  });

  it('is bounded in number', async () => {
    const tools = new ToolCoordinator({ activity: { replay: 4 } }).register(readFile);
    for (let i = 0; i < 10; i++) await tools.execute('read_file', { path: `${i}` });
    const recent = tools.activity.recent();
    expect(recent).toHaveLength(4);
    expect(recent.at(-1)?.sequence).toBe(21);
  });

  it('is bounded in size: a huge result is kept without its value', async () => {
    const huge = defineTool({
      name: 'huge',
      parameters: Type.Object({}),
      execute: async () => ok('x'.repeat(100_000)),
    });
    const tools = new ToolCoordinator({ activity: { replayChars: 10_000 } }).register(huge);
    await tools.execute('huge', {});
    const end = tools.activity.recent().at(-1);
    expect(end).toMatchObject({ type: 'tool_call_end', data: { success: true } });
    expect(end?.data).not.toHaveProperty('result');
  });
});

describe('iteration', () => {
  it('returns the events as they happen and ends with its signal', async () => {
    const tools = new ToolCoordinator().register(chatty);
    const controller = new AbortController();
    const seen: string[] = [];
    const reading = (async () => {
      for await (const event of tools.activity.events({ signal: controller.signal })) {
        seen.push(event.type);
        if (event.type === 'tool_call_end') controller.abort();
      }
    })();
    await tools.execute('chatty', {});
    await reading;
    expect(seen).toHaveLength(5);
  });

  it('drops and counts the oldest events when its reader is too slow', async () => {
    const tools = new ToolCoordinator().register(readFile);
    const events = tools.activity.events({ buffer: 3 });
    for (let i = 0; i < 5; i++) await tools.execute('read_file', { path: 'a' });
    expect(events.dropped).toBe(7);
    expect((await events.next()).value).toMatchObject({ sequence: 9 });
    await events.return();
    expect(await events.next()).toMatchObject({ done: true });
  });

  it('ends when the tools are shut down', async () => {
    const tools = new ToolCoordinator().register(waitTool);
    const events = tools.activity.events();
    const reading = (async () => {
      for await (const _ of events) {
        /* until the end */
      }
      return 'ended';
    })();
    await tools.shutdownAll();
    expect(await reading).toBe('ended');
  });

  it('leaves no listener behind when its reader breaks off', async () => {
    const tools = new ToolCoordinator().register(readFile);
    await tools.execute('read_file', { path: 'a' });
    for await (const event of tools.activity.events({ replay: true })) {
      expect(event.sequence).toBe(1);
      break;
    }
    expect((await tools.execute('read_file', { path: 'a' })).ok).toBe(true);
  });
});

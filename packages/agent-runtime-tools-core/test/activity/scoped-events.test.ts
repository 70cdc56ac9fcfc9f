import { describe, expect, it } from 'vitest';
import { ActivityStream, type ActivityScope, type ActivitySource, type AnyActivityEvent } from '../../src/index.ts';

const WANTED = { callId: 'call', callKey: 'key', taskId: 'task', principal: { id: 'alice' } };

/** An event that every scope below includes, and others that each differ from it in one member. */
const ORIGINS = {
  wanted: WANTED,
  'of another task': { ...WANTED, taskId: 'other' },
  'of another call': { ...WANTED, callId: 'other' },
  'of a call with the same id': { ...WANTED, callKey: 'other' },
  'of another principal': { ...WANTED, principal: { id: 'bob' } },
  'of no principal': { callId: 'call', callKey: 'key', taskId: 'task' },
};
const ALL = Object.keys(ORIGINS);

function publishAll(stream: ActivityStream): void {
  for (const [message, origin] of Object.entries(ORIGINS))
    stream.publish('tool_progress', origin, { toolName: 'x', message, done: 1 }, 1);
}

function messageOf(event: AnyActivityEvent): string {
  return event.type === 'tool_progress' ? (event.data.message ?? '') : event.type;
}

/** Closes the stream and returns the messages that the iterator holds. */
async function messages(stream: ActivityStream, events: AsyncIterable<AnyActivityEvent>): Promise<string[]> {
  stream.close();
  const seen: string[] = [];
  for await (const event of events) seen.push(messageOf(event));
  return seen;
}

const SCOPES: [name: string, scope: ActivityScope, left: readonly string[]][] = [
  ['nothing', {}, []],
  ['a task', { taskId: 'task' }, ['of another task']],
  ['a call', { callId: 'call' }, ['of another call']],
  ['a call by its key', { callKey: 'key' }, ['of a call with the same id']],
  ['a principal', { principalId: 'alice' }, ['of another principal', 'of no principal']],
  ['no principal', { principalId: '' }, ALL.filter((name) => name !== 'of no principal')],
  [
    'a task and a principal',
    { taskId: 'task', principalId: 'bob' },
    ALL.filter((name) => name !== 'of another principal'),
  ],
];

describe.each(SCOPES)('the events of a scope that names %s', (_, scope, left) => {
  const included = ALL.filter((name) => !left.includes(name));

  it('are exactly those that match, for an iterator', async () => {
    const stream = new ActivityStream();
    const events = stream.scope(scope).events();
    publishAll(stream);
    expect(await messages(stream, events)).toEqual(included);
  });

  it('are exactly those that match, for a listener and in recent()', () => {
    const stream = new ActivityStream();
    const heard: string[] = [];
    stream.scope(scope).subscribe('*', (event) => void heard.push(messageOf(event)));
    publishAll(stream);
    expect(heard).toEqual(included);
    expect(stream.scope(scope).recent().map(messageOf)).toEqual(included);
  });
});

describe('the events of a scope, iterated', () => {
  it('begin with the recent ones only if the reader asks for a replay', async () => {
    const stream = new ActivityStream();
    publishAll(stream);
    const late = stream.scope({ taskId: 'other' }).events({ replay: true });
    const later = stream.scope({ taskId: 'other' }).events();
    expect(await messages(stream, late)).toEqual(['of another task']);
    expect(await messages(stream, later)).toEqual([]);
  });

  it("must pass the reader's own filter too", async () => {
    const stream = new ActivityStream();
    const filter = (event: AnyActivityEvent): boolean => messageOf(event).startsWith('of another');
    const events = stream.scope({ taskId: 'task' }).events({ filter });
    publishAll(stream);
    expect(await messages(stream, events)).toEqual(['of another call', 'of another principal']);
  });

  it('are limited by the buffer of their own reader', async () => {
    const stream = new ActivityStream();
    const events = stream.scope({ taskId: 'task' }).events({ buffer: 2 });
    publishAll(stream);
    expect(events.dropped).toBe(3);
    expect(await messages(stream, events)).toEqual(['of another principal', 'of no principal']);
  });

  it('of a scope within a scope are those that match both', async () => {
    const stream = new ActivityStream();
    const nested: ActivitySource = stream.scope({ taskId: 'task' }).scope({ principalId: 'alice' });
    const events = nested.events();
    publishAll(stream);
    expect(nested.recent().map(messageOf)).toEqual(['wanted', 'of another call', 'of a call with the same id']);
    expect(await messages(stream, events)).toEqual(['wanted', 'of another call', 'of a call with the same id']);
  });

  it('end with their signal, while those of the stream go on', async () => {
    const stream = new ActivityStream();
    const controller = new AbortController();
    const events = stream.scope({ taskId: 'task' }).events({ signal: controller.signal });
    const all = stream.events();
    controller.abort();
    publishAll(stream);
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(await messages(stream, all)).toEqual(ALL);
  });
});

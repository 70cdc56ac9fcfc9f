import { describe, expect, it } from 'vitest';
import { EventLog } from '../../../src/studio/events/event-log.ts';
import { eventStream } from '../../../src/studio/events/event-stream.ts';

function logOf(count: number, options: ConstructorParameters<typeof EventLog>[0] = {}): EventLog {
  const log = new EventLog(options);
  for (let seq = 1; seq <= count; seq++) log.add({ type: 'files_changed', change: `change-${seq}` }, seq);
  return log;
}

const numbers = (events: readonly string[]): number[] =>
  events.map((event) => (JSON.parse(event) as { seq: number }).seq);

describe('the log of events', () => {
  it('gives a reader everything after its position, in order and in batches', () => {
    const log = logOf(10);
    const first = log.after(4, { maxEvents: 3 });
    expect(numbers(first.events)).toEqual([5, 6, 7]);
    expect(numbers(log.after(first.last).events)).toEqual([8, 9, 10]);
    expect(log.after(10)).toEqual({ events: [], last: 10, lost: 0 });
  });

  it('drops the oldest events, and tells a slow reader how many it has missed', () => {
    const { events, lost, last } = logOf(25, { maxEvents: 10 }).after(5);
    expect(numbers(events)).toEqual([16, 17, 18, 19, 20, 21, 22, 23, 24, 25]);
    expect({ lost, last }).toEqual({ lost: 10, last: 25 });
  });

  it('is bounded by the size of the events too', () => {
    const log = new EventLog({ maxChars: 1000 });
    for (let seq = 0; seq < 20; seq++) log.add({ type: 'files_changed', change: 'x'.repeat(200) }, seq);
    const { events, lost } = log.after(0);
    expect(events.join('').length).toBeLessThanOrEqual(1000);
    expect(events.length + lost).toBe(20);
  });

  it('wakes a reader that waits, and forgets one that has gone', async () => {
    const log = logOf(1);
    const waiting = log.waitFor(1, { signal: new AbortController().signal, ms: 60_000 });
    log.add({ type: 'tools_changed' }, 2);
    await waiting;
    const gone = new AbortController();
    const aborted = log.waitFor(2, { signal: gone.signal, ms: 60_000 });
    gone.abort();
    await aborted;
    expect(log.last).toBe(2);
  });
});

describe('the stream of events', () => {
  it('goes on where a client was interrupted, and says what it has missed', async () => {
    const log = logOf(30, { maxEvents: 20 });
    const control = new AbortController();
    const reader = eventStream(log, { after: 5, signal: control.signal, gatherMs: 1 }).body?.getReader();
    let text = '';
    while (!text.includes('id: 30')) {
      const next = await reader?.read();
      text += new TextDecoder().decode(next?.value);
    }
    control.abort();
    const sent = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '[]') as { seq: number; type: string; count?: number }[];
    expect(sent[0]).toMatchObject({ type: 'events_lost', count: 5 });
    expect(sent.slice(1).map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, at) => at + 11));
    await reader?.cancel();
  });

  it('takes nothing from the log while its reader does not read', async () => {
    const log = logOf(2000);
    const response = eventStream(log, { after: 0, signal: new AbortController().signal, gatherMs: 1 });
    const reader = response.body?.getReader();
    await reader?.read();
    for (let more = 0; more < 12_000; more++) log.add({ type: 'tools_changed' }, more);
    let text = '';
    while (!text.includes('events_lost')) text += new TextDecoder().decode((await reader?.read())?.value);
    // It had one batch ahead of its reader, and no more.
    const missed = Number(/"count":(\d+)/.exec(text)?.[1]);
    expect(missed).toBeGreaterThan(2000);
    await reader?.cancel();
  });
});

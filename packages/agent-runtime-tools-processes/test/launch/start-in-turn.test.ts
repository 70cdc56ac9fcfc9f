import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startInTurn } from '../../src/launch/start-in-turn.ts';

/** Blocks the thread, as the start of a program does. */
function block(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
  blockedMs += ms;
}

let blockedMs = 0;

describe('startInTurn', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'Date'] });
    vi.spyOn(performance, 'now').mockImplementation(() => blockedMs);
  });

  afterEach(async () => {
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('starts a program at once, and another one at once after the turn of the first', async () => {
    expect(await startInTurn(() => 'first')).toBe('first');
    await vi.runAllTimersAsync();
    expect(await startInTurn(() => 'second')).toBe('second');
  });

  it('starts programs that wait in order, with pauses twice as long as each start took', async () => {
    const started: [program: number, at: number][] = [];
    const all = [1, 2, 3].map((program) =>
      startInTurn(() => {
        started.push([program, Date.now()]);
        block(10 * program);
      }),
    );
    const began = Date.now() - 10;
    await vi.runAllTimersAsync();
    await Promise.all(all);
    expect(started.map(([program, at]) => [program, at - began])).toEqual([
      [1, 0],
      [2, 30],
      [3, 90],
    ]);
  });

  it('pauses for 200 ms at most', async () => {
    const started: number[] = [];
    for (const ms of [5000, 0]) {
      void startInTurn(() => {
        started.push(Date.now());
        block(ms);
      });
    }
    await vi.runAllTimersAsync();
    const [first = 0, second = 0] = started;
    expect(second - first).toBe(5200);
  });

  it('lets the next program start when a start throws', async () => {
    const failed = startInTurn(() => {
      throw new Error('no start');
    });
    const next = startInTurn(() => 'next');
    await expect(failed).rejects.toThrow('no start');
    await vi.runAllTimersAsync();
    expect(await next).toBe('next');
  });
});

import { ManualClock } from '@ku0/agent-runtime-tools-testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryStore } from '../../src/stores/memory-store.ts';

const use = (key: string, { intervalMs = 1000, burst = 2 } = {}) => ({ limit: 'l', key, intervalMs, burst });

describe('the memory store', () => {
  it('never lets more calls through than the burst and the refill allow, and never fewer', () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 2000 }), { maxLength: 60 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 500 }),
        pauses,
        (burst, intervalMs, all) => {
          expect(wrongVerdicts(burst, intervalMs, all)).toEqual([]);
        },
      ),
    );
  });

  it('says exactly when the next call is possible', () => {
    const clock = new ManualClock();
    const store = new MemoryStore({ clock });
    store.take([use('k')]);
    clock.advance(300);
    store.take([use('k')]);
    const shortage = store.take([use('k')]);
    expect(shortage).toEqual({ index: 0, retryAfterMs: 700 });
    clock.advance(699);
    expect(store.take([use('k')])).toEqual({ index: 0, retryAfterMs: 1 });
    clock.advance(1);
    expect(store.take([use('k')])).toBeUndefined();
  });

  it('keeps a bounded number of keys, and those that are nearly empty longest', () => {
    let now = 0;
    const store = new MemoryStore({ maxKeys: 100, clock: { now: () => now } });
    const empty = use('empty', { burst: 50, intervalMs: 60_000 });
    for (let at = 0; at < 50; at++) store.take([empty]);
    for (let at = 0; at < 10_000; at++) {
      now++;
      store.take([use(`key-${at}`, { intervalMs: 60_000 })]);
      expect(store.size).toBeLessThanOrEqual(100);
    }
    expect(store.take([empty])).toMatchObject({ index: 0 });
  });

  it('forgets buckets that are full again', () => {
    let now = 0;
    const store = new MemoryStore({ clock: { now: () => now } });
    for (let at = 0; at < 5000; at++) {
      now += 100;
      store.take([use(`key-${at}`)]);
    }
    expect(store.size).toBeLessThan(50);
  });

  it('does not let the keys of one limit push out those of another', () => {
    const store = new MemoryStore({ maxKeys: 10, clock: { now: () => 0 } });
    const other = { limit: 'other', key: 'o', intervalMs: 1000, burst: 1 };
    store.take([other]);
    for (let at = 0; at < 100; at++) store.take([use(`key-${at}`)]);
    expect(store.take([other])).toBeDefined();
  });

  it('counts places, and forgets counters that nobody uses', () => {
    const store = new MemoryStore();
    const places = [{ key: 'p', places: 1 }];
    expect(store.enter(places)).toBeUndefined();
    expect(store.enter(places)).toEqual({ index: 0, retryAfterMs: 1000 });
    store.leave(places);
    store.leave(places);
    expect(store.enter(places)).toBeUndefined();
    expect(store.enter(places)).toBeDefined();
    for (let at = 0; at < 10_000; at++) {
      const others = [{ key: `p${at}`, places: 1 }];
      store.enter(others);
      store.leave(others);
    }
    expect(store.size).toBeLessThanOrEqual(1001);
    expect(store.enter(places)).toBeDefined();
  });
});

/** Counts tokens in the obvious way, and returns the calls about which the store decides differently. */
function wrongVerdicts(burst: number, intervalMs: number, pauses: readonly number[]): number[] {
  let now = 1000;
  let tokens = burst;
  const store = new MemoryStore({ clock: { now: () => now } });
  return pauses.filter((pause) => {
    now += pause;
    tokens = Math.min(burst, tokens + pause / intervalMs);
    const isTaken = store.take([use('k', { intervalMs, burst })]) === undefined;
    // Where the token has just been filled, rounding may decide either way.
    const isWrong = isTaken !== tokens >= 1 && Math.abs(tokens - 1) > 1e-6;
    if (isTaken) tokens -= 1;
    return isWrong;
  });
}

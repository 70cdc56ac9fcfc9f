import { describe, expect, it } from 'vitest';
import { GuardedStore, StoreUnavailableError } from '../../src/stores/guarded-store.ts';
import type { RateLimitStore } from '../../src/stores/rate-limit-store.ts';

const places = [{ key: 'p', places: 1 }];

/** A store whose answers the test gives. */
function manualStore(): { store: RateLimitStore; asked: PromiseWithResolvers<undefined>[]; left: string[] } {
  const asked: PromiseWithResolvers<undefined>[] = [];
  const left: string[] = [];
  const ask = (): Promise<undefined> => {
    const answer = Promise.withResolvers<undefined>();
    asked.push(answer);
    return answer.promise;
  };
  return { store: { take: ask, enter: ask, leave: (_uses, holder) => void left.push(holder) }, asked, left };
}

async function answered(guarded: GuardedStore, asked: PromiseWithResolvers<undefined>[]): Promise<void> {
  const first = guarded.take([]);
  asked.at(-1)?.resolve(undefined);
  await first;
}

describe('a store that hangs', () => {
  it('is asked by one call only, until it answers again', async () => {
    const { store, asked } = manualStore();
    const guarded = new GuardedStore(store, { timeoutMs: 20 });
    await answered(guarded, asked);
    await expect(guarded.take([])).rejects.toThrow(StoreUnavailableError);
    const paused = await Promise.allSettled(Array.from({ length: 5 }, () => guarded.take([])));
    expect(new Set(paused.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(asked).toHaveLength(2);
    await new Promise((resolve) => setTimeout(resolve, 1050));
    const probes = [guarded.take([]), guarded.take([]), guarded.take([])];
    expect(asked).toHaveLength(3);
    asked[2]?.resolve(undefined);
    const outcomes = await Promise.allSettled(probes);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    await answered(guarded, asked);
    expect(asked).toHaveLength(4);
  });

  it('gets back a place that it gave too late', async () => {
    const { store, asked, left } = manualStore();
    const guarded = new GuardedStore(store, { timeoutMs: 20 });
    await answered(guarded, asked);
    await expect(guarded.enter(places, 'late')).rejects.toThrow(StoreUnavailableError);
    expect(left).toEqual([]);
    asked.at(-1)?.resolve(undefined);
    await expect.poll(() => left).toEqual(['late']);
  });

  it('that throws is one that fails', async () => {
    const broken = () => {
      throw new Error('broken');
    };
    const guarded = new GuardedStore({ take: broken, enter: broken, leave: broken }, { timeoutMs: 20 });
    await expect(guarded.take([])).rejects.toThrow(StoreUnavailableError);
    await expect(guarded.enter(places, 'a')).rejects.toThrow(StoreUnavailableError);
    await expect(guarded.leave(places, 'a')).resolves.toBeUndefined();
  });
});

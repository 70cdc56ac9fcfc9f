import { describe, expect, it } from 'vitest';
import { ProcessSlots } from '../../src/run/process-slots.ts';

const WHO = { owner: { principalId: '', taskId: '' }, waitMs: Number.POSITIVE_INFINITY };
const plenty = (): number => Number.POSITIVE_INFINITY;

describe('ProcessSlots', () => {
  it('let so many in and the others in their order', async () => {
    const slots = new ProcessSlots({ maxConcurrent: 1, maxWaiting: 5, freeDescriptors: plenty });
    expect(slots.acquire(WHO)).toBe('acquired');
    const order: number[] = [];
    const waiting = [1, 2].map(async (n) => {
      await slots.acquire(WHO);
      order.push(n);
    });
    slots.release(WHO.owner);
    await waiting[0];
    expect(order).toEqual([1]);
    slots.release(WHO.owner);
    await waiting[1];
    expect(order).toEqual([1, 2]);
  });

  it('let one who gave up go, and turn away whoever finds the line full', async () => {
    const slots = new ProcessSlots({ maxConcurrent: 1, maxWaiting: 1, freeDescriptors: plenty });
    const control = new AbortController();
    void slots.acquire(WHO);
    const waiting = slots.acquire({ ...WHO, signal: control.signal });
    expect(await slots.acquire(WHO)).toBe('full');
    control.abort();
    expect(await waiting).toBe('cancelled');
    slots.release(WHO.owner);
    expect(slots.acquire(WHO)).toBe('acquired');
  });

  it('stop where the files of this process run out, and recover when all have left', () => {
    let free = 80;
    const slots = new ProcessSlots({ maxConcurrent: 64, maxWaiting: 0, freeDescriptors: () => free });
    const takeAll = (): number => {
      let count = 0;
      while (slots.acquire(WHO) === 'acquired') {
        count += 1;
        slots.markStarted();
        free -= 3;
      }
      return count;
    };
    expect(takeAll()).toBe(16);
    for (let n = 0; n < 16; n += 1) slots.release(WHO.owner);
    free = 1000;
    expect(takeAll()).toBe(64);
  });

  it('count files that are about to be opened', () => {
    const slots = new ProcessSlots({ maxConcurrent: 64, maxWaiting: 0, freeDescriptors: () => 80 });
    let count = 0;
    while (slots.acquire(WHO) === 'acquired') count += 1;
    expect(count).toBe(16);
  });

  it('shrink when the system has no room, but not below one', () => {
    const slots = new ProcessSlots({ maxConcurrent: 4, maxWaiting: 0, freeDescriptors: plenty });
    for (let n = 0; n < 3; n += 1) void slots.acquire(WHO);
    expect(slots.reduceLimit()).toBe(true);
    slots.release(WHO.owner);
    expect(slots.acquire(WHO)).not.toBe('acquired');
    slots.release(WHO.owner);
    expect(slots.reduceLimit()).toBe(false);
  });

  it('serve principals by turns, then their tasks, however many of one wait before', async () => {
    const slots = new ProcessSlots({ maxConcurrent: 1, maxWaiting: 100, freeDescriptors: plenty });
    void slots.acquire(WHO);
    const order: string[] = [];
    const wait = async (principalId: string, taskId: string): Promise<void> => {
      await slots.acquire({ owner: { principalId, taskId }, waitMs: Number.POSITIVE_INFINITY });
      order.push(`${principalId}${taskId}`);
      slots.release({ principalId, taskId });
    };
    const all = ['1', '1', '1', '2'].map((task) => wait('ann', task));
    all.push(wait('bob', '1'), wait('bob', '1'));
    slots.release(WHO.owner);
    await Promise.all(all);
    expect(order).toEqual(['ann1', 'bob1', 'ann2', 'bob1', 'ann1', 'ann1']);
  });

  it('leave a place to whoever comes next, however many one principal takes', () => {
    const slots = new ProcessSlots({ maxConcurrent: 8, maxWaiting: 100, freeDescriptors: plenty });
    const take = (principalId: string): boolean =>
      slots.acquire({ owner: { principalId, taskId: '' }, waitMs: 1000 }) === 'acquired';
    const greedy = Array.from({ length: 8 }, () => take('ann'));
    expect(greedy.filter(Boolean)).toHaveLength(6);
    expect(take('bob')).toBe(true);
  });

  it('do not let anybody wait longer than they have, for a place or for files', async () => {
    const slots = new ProcessSlots({ maxConcurrent: 1, maxWaiting: 5, freeDescriptors: plenty });
    void slots.acquire(WHO);
    expect(await slots.acquire({ ...WHO, waitMs: 20 })).toBe('timed-out');
    const poor = new ProcessSlots({ maxConcurrent: 64, maxWaiting: 5, freeDescriptors: () => 0 });
    for (let n = 0; n < 8; n += 1) expect(poor.acquire(WHO)).toBe('acquired');
    expect(await poor.acquire({ ...WHO, waitMs: 20 })).toBe('timed-out');
    for (let n = 0; n < 8; n += 1) poor.release(WHO.owner);
    expect(poor.acquire(WHO)).toBe('acquired');
  });
});

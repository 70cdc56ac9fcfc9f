import { expect, it, vi } from 'vitest';
import { onAbort } from '../../src/runtime/on-abort.ts';

it('onAbort adds one listener to a signal for all subscribers and removes it with the last', () => {
  const { signal } = new AbortController();
  const add = vi.spyOn(signal, 'addEventListener');
  const remove = vi.spyOn(signal, 'removeEventListener');
  const leave = Array.from({ length: 1000 }, () => onAbort(signal, () => {}));
  expect(add).toHaveBeenCalledTimes(1);
  for (const go of leave) go();
  for (const go of leave) go();
  expect(remove).toHaveBeenCalledTimes(1);
  onAbort(signal, () => {});
  expect(add).toHaveBeenCalledTimes(2);
});

it('onAbort notifies every current subscriber once', () => {
  const controller = new AbortController();
  const told: string[] = [];
  const leaveFirst = onAbort(controller.signal, () => told.push('first'));
  onAbort(controller.signal, () => {
    told.push('second');
    leaveThird();
  });
  const leaveThird = onAbort(controller.signal, () => told.push('third'));
  leaveFirst();
  controller.abort();
  expect(told).toEqual(['second']);
});

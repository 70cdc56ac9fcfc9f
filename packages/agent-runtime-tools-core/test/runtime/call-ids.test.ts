import { expect, it } from 'vitest';
import { CallIds } from '../../src/runtime/call-ids.ts';

it('the ids of calls are unique and begin with the prefix of their coordinator', () => {
  const [one, two] = [new CallIds(), new CallIds()];
  const ids = Array.from({ length: 4000 }, () => one.next());
  expect(new Set(ids).size).toBe(4000);
  expect(ids.every((id) => id.startsWith(`${one.prefix}-`))).toBe(true);
  expect(one.prefix).toHaveLength(12);
  expect(two.prefix).not.toBe(one.prefix);
  expect(ids).not.toContain(two.next());
});

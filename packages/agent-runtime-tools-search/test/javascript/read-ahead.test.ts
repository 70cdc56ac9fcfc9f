import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readAhead } from '../../src/javascript/read-ahead.ts';

async function reading(sizes: readonly number[], stopAfter = Infinity) {
  const items = sizes.map((size, index) => ({ size, index }));
  const seen: number[] = [];
  let [underWay, most] = [0, 0];
  const read = async ({ index }: { index: number }): Promise<number> => {
    most = Math.max(most, (underWay += 1));
    await sleep(index % 3);
    underWay -= 1;
    return index;
  };
  for await (const { result } of readAhead(items, read)) {
    seen.push(result);
    if (seen.length >= stopAfter) break;
  }
  return { seen, most };
}

it('files are read a few at a time and given in their order', async () => {
  const { seen, most } = await reading(Array.from({ length: 50 }, () => 10));
  expect(seen).toEqual(Array.from({ length: 50 }, (_, index) => index));
  expect(most).toBe(16);
});

it('large files are read one at a time', async () => {
  const { seen, most } = await reading([9e6, 9e6, 9e6]);
  expect([seen, most]).toEqual([[0, 1, 2], 1]);
});

it('no more is read than somebody asks for', async () => {
  expect(
    (
      await reading(
        Array.from({ length: 50 }, () => 10),
        2,
      )
    ).seen,
  ).toEqual([0, 1]);
});

it('a file that cannot be read fails in its turn', async () => {
  const items = [{ size: 1 }, { size: 1 }];
  const read = async (item: object): Promise<number> => {
    if (item === items[1]) throw new Error('gone');
    await sleep(5);
    return 1;
  };
  const all = readAhead(items, read);
  expect((await all.next()).value).toMatchObject({ result: 1 });
  await expect(all.next()).rejects.toThrow('gone');
});

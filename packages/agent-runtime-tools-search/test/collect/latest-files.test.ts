import { expect, it } from 'vitest';
import { LatestFiles } from '../../src/collect/latest-files.ts';

it('of files of the same time, the latest files are the first by path, wherever the limit falls', () => {
  const times = new Map([
    ['z', 9],
    ...Array.from({ length: 3_000 }, (_, n): [string, number] => [`same/${String(2_999 - n).padStart(4, '0')}`, 5]),
    ['old', 1],
  ]);
  const asked: string[] = [];
  const latest = new LatestFiles(3, {
    stat: (path) => {
      asked.push(path);
      const modifiedMs = times.get(path);
      return modifiedMs === undefined || path === 'same/0001' ? undefined : { path, size: 0, modifiedMs };
    },
  });
  for (const path of [...times.keys(), 'older']) latest.take(Buffer.from(path), 0, path.length);
  expect(latest.files().map(({ path }) => path)).toEqual(['z', 'same/0000', 'same/0002']);
  // One went away; what is older than the last that is shown counts without being looked at.
  expect(latest.total).toBe(3_002);
  expect(asked.at(-1)).toBe('old');
});

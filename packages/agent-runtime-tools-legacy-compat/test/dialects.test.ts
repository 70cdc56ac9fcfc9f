import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DIALECTS } from '../src/index.ts';

it('the list of dialects is that of the sub-paths', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { exports: object };
  const subpaths = Object.keys(manifest.exports).filter((key) => key !== '.' && key !== './package.json');
  expect(subpaths).toEqual(expect.arrayContaining([...DIALECTS]));
  expect(subpaths.filter((path) => path.split('/').length === 2)).toEqual([...DIALECTS]);
});

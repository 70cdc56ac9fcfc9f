import { describe, expect, it } from 'vitest';
import { root } from '../scripts/workspace.mjs';
import { checkLazyLoading } from './src/check-lazy-loading.ts';
import { temporaryTree } from './src/temporary-tree.ts';

const manifest = {
  name: '@ku0/agent-runtime-tools-code',
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
};
const folder = 'packages/agent-runtime-tools-code';

describe('lazy loading', () => {
  it('holds in this repository', () => {
    expect(checkLazyLoading(root)).toEqual([]);
  });

  it('finds a heavy library behind a chain of static imports', () => {
    const tree = temporaryTree({
      [`${folder}/package.json`]: manifest,
      [`${folder}/src/index.ts`]: "export { a } from './a.ts';",
      [`${folder}/src/a.ts`]: "import { b } from './deep/b.ts'; export const a = b;",
      [`${folder}/src/deep/b.ts`]: "import '../a.ts'; export { parseSync as b } from 'oxc-parser';",
    });
    expect(checkLazyLoading(tree)).toEqual([expect.stringContaining('src/deep/b.ts: loads oxc-parser at import')]);
  });

  it('finds every package of a heavy scope', () => {
    const tree = temporaryTree({
      [`${folder}/package.json`]: manifest,
      [`${folder}/src/index.ts`]: "export { Client } from '@modelcontextprotocol/client/stdio';",
    });
    expect(checkLazyLoading(tree)).toHaveLength(1);
  });

  it('allows types, and whatever is behind a dynamic import', () => {
    const tree = temporaryTree({
      [`${folder}/package.json`]: manifest,
      [`${folder}/src/index.ts`]: "export type { Program } from 'oxc-parser'; export { load } from './load.ts';",
      [`${folder}/src/load.ts`]: "export const load = () => import('./parse.ts');",
      [`${folder}/src/parse.ts`]: "export { parseSync } from 'oxc-parser';",
    });
    expect(checkLazyLoading(tree)).toEqual([]);
  });
});

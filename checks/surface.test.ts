import { describe, expect, it } from 'vitest';
import { root } from '../scripts/workspace.mjs';
import { checkSurface, pinSurface } from './src/check-surface.ts';
import { readText } from './src/repository.ts';
import { temporaryTree } from './src/temporary-tree.ts';

const folder = 'packages/agent-runtime-tools-net';
const manifest = {
  name: '@ku0/agent-runtime-tools-net',
  exports: {
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
    './testing': { types: './dist/testing/index.d.ts', default: './dist/testing/index.js' },
    './package.json': './package.json',
  },
};
const tree = (index: string, more: Record<string, string> = {}): string =>
  temporaryTree({
    [`${folder}/package.json`]: manifest,
    [`${folder}/src/index.ts`]: index,
    [`${folder}/src/testing/index.ts`]: "export { fakeFetch } from './fake-fetch.ts';",
    ...more,
  });

describe('the public surface', () => {
  it('is what checks/surface says, for every package', () => {
    if (process.env['UPDATE_SURFACE'] === '1') pinSurface(root);
    expect(checkSurface(root)).toEqual([]);
  });

  it('lists values and types of every entry point by name', () => {
    const made = tree("export { b, a as first, type C } from './a.ts';\nexport type { D } from './d.ts';");
    pinSurface(made);
    expect(readText(made, 'checks/surface/net.txt')).toBe('[.]\nb\nfirst\ntype C\ntype D\n[./testing]\nfakeFetch\n');
    expect(checkSurface(made)).toEqual([]);
  });

  it('fails on names that were added, removed or became types, and says how to accept them', () => {
    const made = tree("export { added, kept, type becameType } from './a.ts';", {
      'checks/surface/net.txt': '[.]\nbecameType\nkept\nremoved\n[./testing]\nfakeFetch\n',
    });
    expect(checkSurface(made)).toEqual([
      expect.stringMatching(/UPDATE_SURFACE=1[^]*- becameType\n- removed\n\+ added\n\+ type becameType/),
    ]);
  });

  it('fails for a package whose list is missing', () => {
    expect(checkSurface(tree("export { a } from './a.ts';"))).toEqual([expect.stringContaining('not pinned')]);
  });

  it('fails on anything but named re-exports in an entry point', () => {
    const made = tree("export * from './a.ts';\nexport const b = 1;\nimport './c.ts';\nexport { d } from './d.ts';");
    pinSurface(made);
    expect(checkSurface(made)).toHaveLength(3);
  });

  it('fails on an index file that is no entry point', () => {
    const line = "export { a } from './a.ts';";
    const made = tree(line, { [`${folder}/src/parts/index.ts`]: line });
    pinSurface(made);
    expect(checkSurface(made)).toEqual([expect.stringContaining('src/parts/index.ts: is no entry point')]);
  });
});

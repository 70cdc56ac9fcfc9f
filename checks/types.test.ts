import { describe, expect, it } from 'vitest';
import { root } from '../scripts/workspace.mjs';
import { temporaryTree } from './src/temporary-tree.ts';
import { typeCheck, uncoveredProjects } from './src/examples/type-check.ts';

describe('types', () => {
  it('are right in every test folder, the checks and the scripts', { timeout: 120_000 }, async () => {
    expect(await typeCheck(root, uncoveredProjects(root))).toEqual([]);
  });

  it('fail with the words of the compiler when a type test does not hold, in whichever package', async () => {
    const tree = temporaryTree({
      'tsconfig.test.json': { compilerOptions: { noEmit: true, types: [], lib: ['es2023'] } },
      'packages/a/package.json': { name: 'a', scripts: { build: 'tsc -b' } },
      'packages/a/test/tsconfig.json': { extends: '../../../tsconfig.test.json', include: ['.'] },
      'packages/a/test/a.test-d.ts': 'export const a: string = 1;',
      'packages/b/package.json': { name: 'b', scripts: { build: 'tsc -b' } },
      'packages/b/test/tsconfig.json': { extends: '../../../tsconfig.test.json', include: ['.'] },
      'packages/b/test/deep/b.test.ts': 'export const b: string = 2;',
    });
    const projects = uncoveredProjects(tree);
    expect(projects).toEqual(['.cache/tests']);
    expect(await typeCheck(tree, projects)).toEqual([
      'tsc -b found errors:',
      expect.stringContaining('packages/a/test/a.test-d.ts(1,14): error TS2322'),
      expect.stringContaining('packages/b/test/deep/b.test.ts(1,14): error TS2322'),
    ]);
  });

  it('of a package that adds to those of another are checked apart', () => {
    const plain = { extends: '../../../tsconfig.test.json', include: ['.'] };
    const tree = temporaryTree({
      'packages/a/package.json': { name: 'a', scripts: { build: 'tsc -b' } },
      'packages/a/test/tsconfig.json': plain,
      'packages/b/package.json': { name: 'b', scripts: { build: 'tsc -b' } },
      'packages/b/src/b.ts': "declare module 'a' {\n  interface Services {\n    b: string;\n  }\n}\nexport {};",
      'packages/b/test/tsconfig.json': plain,
    });
    expect(uncoveredProjects(tree)).toEqual(['.cache/tests', 'packages/b/test']);
  });

  it('are checked with the options of a test folder that has its own, and in packages without a build', () => {
    const tree = temporaryTree({
      'apps/a/package.json': { name: 'a', scripts: { build: 'tsc -b' } },
      'apps/a/test/tsconfig.json': { extends: '../../../tsconfig.test.json', compilerOptions: { jsx: 'react-jsx' } },
      'examples/b/package.json': { name: 'b' },
      'examples/b/tsconfig.json': {},
      'checks/tsconfig.json': {},
    });
    expect(uncoveredProjects(tree)).toEqual(['examples/b', 'checks', 'apps/a/test']);
  });
});

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../../checks/src/temporary-tree.ts';
import { dependenciesFirst, workspacePackages } from '../workspace.mjs';

describe('the workspace', () => {
  it('is what pnpm-workspace.yaml reaches', () => {
    const tree = temporaryTree({
      'pnpm-workspace.yaml': 'packages:\n  - packages/*\n  - \'benchmarks\'\n  - "apps/*"\n\ncatalog:\n  - other/*\n',
      'packages/b/package.json': { name: 'b' },
      'packages/a/package.json': { name: 'a' },
      'benchmarks/package.json': { name: 'bench' },
      'other/c/package.json': { name: 'c' },
    });
    mkdirSync(join(tree, 'packages/empty'));
    expect(workspacePackages(tree).map(({ folder }) => folder)).toEqual(['benchmarks', 'packages/a', 'packages/b']);
  });

  it('has an order in which dependencies come first, even around a cycle of devDependencies', () => {
    const tree = temporaryTree({
      'packages/0/package.json': { name: '0', peerDependencies: { a: 'workspace:^' } },
      'packages/a/package.json': { name: 'a', dependencies: { b: 'workspace:^' } },
      'packages/b/package.json': { name: 'b', private: true, devDependencies: { c: 'workspace:^' } },
      'packages/c/package.json': { name: 'c', private: true, devDependencies: { b: 'workspace:^' } },
    });
    const order = dependenciesFirst(workspacePackages(tree)).map(({ folder }) => folder);
    expect(order).toEqual(['packages/c', 'packages/b', 'packages/a', 'packages/0']);
  });
});

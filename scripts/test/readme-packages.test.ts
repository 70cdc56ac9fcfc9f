import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../../checks/src/temporary-tree.ts';
import { readmePackages } from '../shipped/readme-packages.mjs';

const tree = (readme: string): string =>
  temporaryTree({
    'README.md': readme,
    'pnpm-workspace.yaml': 'packages:\n  - packages/*\n\ncatalog:\n',
    'packages/a/package.json': { name: '@x/a', dependencies: { '@x/b': 'workspace:^', other: '1' } },
    'packages/b/package.json': { name: '@x/b', dependencies: { '@x/c': 'workspace:^' } },
    'packages/c/package.json': { name: '@x/c', devDependencies: { '@x/e': 'workspace:^' } },
    'packages/d/package.json': { name: '@x/d' },
    'packages/e/package.json': { name: '@x/e' },
  });

describe("the README's packages", () => {
  it('are those of its install command, with everything that they depend on', () => {
    const base = tree(
      '# Title\n\n```sh\nnpm install ../packed/*.tgz\nnpm install @x/a \\\n  @x/d\n```\n\nLater: npm install @x/e\n',
    );
    expect(readmePackages(base)).toEqual(['packages/a', 'packages/b', 'packages/c', 'packages/d']);
  });

  it('are an error if the README names none, or one that does not exist', () => {
    expect(() => readmePackages(tree('# Title\n'))).toThrow('no npm install command');
    expect(() => readmePackages(tree('npm install @x/gone\n'))).toThrow('@x/gone');
  });

  it('are found in this repository', () => {
    expect(readmePackages()).toContain('packages/agent-runtime-tools-core');
  });
});

import { describe, expect, it } from 'vitest';
import { root } from '../scripts/workspace.mjs';
import { checkLayers } from './src/check-layers.ts';
import { temporaryTree } from './src/temporary-tree.ts';

const folderOf = (name: string): string => `packages/agent-runtime-tools-${name}`;
const uses = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [`@ku0/agent-runtime-tools-${name}`, 'workspace:^']));
/** A package that declares nothing, or what is given. */
const bare = (name: string, more: object = {}): Record<string, unknown> => ({
  [`${folderOf(name)}/package.json`]: { name: `@ku0/agent-runtime-tools-${name}`, ...more },
});

describe('layering', () => {
  it('holds in this repository', { timeout: 60_000 }, () => {
    expect(checkLayers(root)).toEqual([]);
  });

  it('refuses a family that depends on another family', () => {
    const tree = temporaryTree({
      ...bare('core'),
      ...bare('files'),
      ...bare('edit', { dependencies: uses('files') }),
      [`${folderOf('edit')}/src/index.ts`]: "export type { A } from '@ku0/agent-runtime-tools-files';",
    });
    expect(checkLayers(tree)).toEqual([
      expect.stringContaining('edit/package.json: may not use @ku0/agent-runtime-tools-files'),
      expect.stringContaining('edit/src/index.ts: may not use @ku0/agent-runtime-tools-files'),
    ]);
  });

  it('refuses hooks in a family, and anything above core in core', () => {
    const tree = temporaryTree({
      ...bare('hooks'),
      ...bare('core', { peerDependencies: uses('hooks') }),
      ...bare('shell', { dependencies: uses('hooks') }),
    });
    expect(checkLayers(tree)).toHaveLength(2);
  });

  it('refuses an app or legacy-compat below an app, and in an app', () => {
    const tree = temporaryTree({
      ...bare('legacy-compat'),
      'apps/desk/package.json': { name: '@ku0/agent-runtime-tools-desk', private: true },
      'apps/toolbox/package.json': { name: '@ku0/toolbox', dependencies: uses('legacy-compat', 'desk') },
      'examples/old-names/package.json': { name: '@ku0/old-names', dependencies: uses('legacy-compat') },
    });
    expect(checkLayers(tree)).toEqual([
      expect.stringContaining('may not use @ku0/agent-runtime-tools-legacy-compat'),
      expect.stringContaining('may not use @ku0/agent-runtime-tools-desk'),
    ]);
  });

  it('allows an app to serve a page, and a page no app', () => {
    const page = { name: '@ku0/studio', private: true };
    const app = { name: '@ku0/toolbox', private: true };
    expect(
      checkLayers(
        temporaryTree({
          'apps/studio/package.json': page,
          'apps/toolbox/package.json': { ...app, dependencies: { '@ku0/studio': 'workspace:^' } },
        }),
      ),
    ).toEqual([]);
    expect(
      checkLayers(
        temporaryTree({
          'apps/studio/package.json': { ...page, dependencies: { '@ku0/toolbox': 'workspace:^' } },
          'apps/toolbox/package.json': app,
        }),
      ),
    ).toEqual([expect.stringContaining('may not use @ku0/toolbox')]);
  });

  it('allows an app to start the agent, and the agent no app', () => {
    const agent = { name: '@ku0/agent', private: true };
    const app = { name: '@ku0/toolbox', private: true };
    const tree = (toolbox: object, more: object) =>
      temporaryTree({
        'apps/agent/package.json': { ...agent, dependencies: more },
        'apps/toolbox/package.json': { ...app, dependencies: toolbox },
      });
    expect(checkLayers(tree({ '@ku0/agent': 'workspace:^' }, {}))).toEqual([]);
    expect(checkLayers(tree({}, { '@ku0/toolbox': 'workspace:^' }))).toEqual([
      expect.stringContaining('may not use @ku0/toolbox'),
    ]);
  });

  it('allows the testkit to tests and refuses it to sources', () => {
    const tree = temporaryTree({
      ...bare('testkit'),
      ...bare('net', { devDependencies: uses('testkit') }),
      [`${folderOf('net')}/src/a.ts`]: "export { fake } from '@ku0/agent-runtime-tools-testkit';",
      [`${folderOf('net')}/test/a.test.ts`]: "export { fake } from '@ku0/agent-runtime-tools-testkit';",
    });
    const problem = expect.stringContaining('net/src/a.ts: imports @ku0/agent-runtime-tools-testkit');
    expect(checkLayers(tree)).toEqual([problem]);
  });

  it('allows a bundled package its devDependencies, but for packages of this repository', () => {
    const tree = temporaryTree({
      ...bare('testkit'),
      ...bare('net', { devDependencies: { ...uses('testkit'), ajv: 'catalog:' } }),
      [`${folderOf('net')}/tsdown.config.ts`]: '',
      [`${folderOf('net')}/src/a.ts`]: "import 'ajv'; export { fake } from '@ku0/agent-runtime-tools-testkit';",
    });
    expect(checkLayers(tree)).toEqual([expect.stringContaining('imports @ku0/agent-runtime-tools-testkit')]);
  });

  it('finds undeclared imports of every form, and not a relative or built-in one', () => {
    const tree = temporaryTree({
      ...bare('core'),
      [`${folderOf('core')}/src/a.ts`]: `
        import './b.ts';
        import { join } from 'node:path';
        import 'side-effect';
        import type { T } from '@types-only/x/deep';
        export { a } from 're-exported';
        const lazy = await import('lazy');
        type I = import('in-a-type').I;`,
      [`${folderOf('core')}/test/a.test.ts`]: "import { it } from 'vitest'; import 'only-in-test';",
      'package.json': { devDependencies: { vitest: 'catalog:' } },
    });
    const found = checkLayers(tree).map((problem) => /imports (\S+),/.exec(problem)?.[1]);
    expect(found).toEqual(['side-effect', '@types-only/x', 're-exported', 'lazy', 'in-a-type', 'only-in-test']);
  });

  it.each(['node:fs', 'node:fs/promises', 'node:child_process', 'fs'])('refuses %s in core', (specifier) => {
    const source = `export { x } from '${specifier}';`;
    const tree = temporaryTree({ ...bare('core'), [`${folderOf('core')}/src/a.ts`]: source });
    expect(checkLayers(tree)).toEqual([expect.stringContaining(`core may not import ${specifier}`)]);
  });

  it('wants core and workspace as peers, so that an application has one of each', () => {
    const shared = { peerDependencies: uses('core', 'workspace'), devDependencies: uses('core', 'workspace') };
    const tree = temporaryTree({
      ...bare('core'),
      ...bare('workspace'),
      ...bare('edit', shared),
      ...bare('files', { ...shared, dependencies: uses('core') }),
      ...bare('git', { peerDependencies: uses('core') }),
      ...bare('web', { dependencies: uses('core') }),
      'examples/all/package.json': { name: '@ku0/all', private: true, dependencies: uses('core') },
    });
    expect(checkLayers(tree)).toEqual(
      ['files', 'git', 'web'].map((name) => expect.stringContaining(`${folderOf(name)}/package.json: expected`)),
    );
  });

  it('says what to do about a package that is in no layer', () => {
    const problem = expect.stringContaining("add 'new' to a row of checks/src/layers.ts");
    expect(checkLayers(temporaryTree(bare('new')))).toEqual([problem]);
  });
});

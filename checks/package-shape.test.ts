import { describe, expect, it } from 'vitest';
import { root } from '../scripts/workspace.mjs';
import { checkDeclarations } from './src/check-declarations.ts';
import { checkPackageShape } from './src/check-package-shape.ts';
import { checkProjects } from './src/check-projects.ts';
import { temporaryTree } from './src/temporary-tree.ts';

const folder = 'packages/agent-runtime-tools-net';
const target = { types: './dist/index.d.ts', default: './dist/index.js' };
const manifest = {
  name: '@ku0/agent-runtime-tools-net',
  version: '0.0.0',
  description: 'The address check and the guarded fetch.',
  keywords: ['agent', 'net', 'fetch'],
  license: 'MIT',
  type: 'module',
  sideEffects: false,
  engines: { node: '>=22.19' },
  exports: { '.': target, './package.json': './package.json' },
  files: ['dist', 'src'],
  scripts: { build: 'tsc -b' },
};
const good = {
  LICENSE: 'MIT License',
  'tsconfig.json': { files: [], references: [{ path: './packages/agent-runtime-tools-net' }] },
  '.changeset/net.md': "---\n'@ku0/agent-runtime-tools-net': minor\n---\n\nNew.\n",
  [`${folder}/package.json`]: manifest,
  [`${folder}/tsconfig.json`]: {},
  [`${folder}/README.md`]: '# @ku0/agent-runtime-tools-net\n',
  [`${folder}/LICENSE`]: 'MIT License',
  [`${folder}/src/index.ts`]: '',
};

describe("a package's shape", () => {
  it('is right for every package of this repository', () => {
    expect(checkPackageShape(root)).toEqual([]);
  });

  it('passes when everything is there', () => {
    const tree = temporaryTree(good);
    expect([...checkPackageShape(tree), ...checkProjects(tree)]).toEqual([]);
  });

  it.each([
    [{ name: '@ku0/agent-runtime-tools-network' }, 'a name that fits the folder'],
    [{ type: 'commonjs' }, '"type": "module"'],
    [{ private: true }, 'no "private"'],
    [{ version: undefined }, '"version"'],
    [{ description: 'Net' }, 'a sentence as "description"'],
    [{ license: 'ISC' }, '"license": "MIT"'],
    [{ engines: { node: '>=20' } }, '"engines"'],
    [{ sideEffects: undefined }, '"sideEffects"'],
    [{ files: ['src'] }, '"dist" in "files"'],
    [{ files: ['dist'] }, '"src" in "files"'],
    [{ files: ['dist', 'src', '!dist/**/*.map'] }, 'no exceptions in "files"'],
    [{ keywords: ['net'] }, 'three "keywords"'],
    [{ scripts: {} }, 'a script "build"'],
    [{ exports: { '.': target } }, '"./package.json" in "exports"'],
    [{ exports: { './package.json': './package.json' } }, '"." in "exports"'],
    [{ exports: { '.': { default: target.default, types: target.types } } }, '"types" first'],
    [{ exports: { '.': { ...target, browser: './dist/browser.js' } } }, '"default" last'],
    [{ repository: { directory: 'packages/other' } }, '"repository.directory"'],
    [{ dependencies: { ajv: '^8.0.0' } }, 'ajv is "^8.0.0"; use "catalog:"'],
  ])('fails with %o', (change, problem) => {
    const tree = temporaryTree({ ...good, [`${folder}/package.json`]: { ...manifest, ...change } });
    expect(checkPackageShape(tree).join('\n')).toContain(problem);
  });

  it.each([
    [{ [`${folder}/README.md`]: 'Hello' }, 'a README.md'],
    [{ [`${folder}/LICENSE`]: 'ISC License' }, 'a LICENSE'],
    [{ '.changeset/net.md': "---\n'@ku0/agent-runtime-tools-other': minor\n---\n" }, 'a file in .changeset'],
    [{ '.changeset/config.json': { ignore: ['@ku0/agent-runtime-tools-net'] } }, 'not to be ignored'],
  ])('fails with the files %o', (change, problem) => {
    expect(checkPackageShape(temporaryTree({ ...good, ...change })).join('\n')).toContain(problem);
  });

  it.each([
    [{ 'tsdown.config.ts': 'export default {};' }, 'a tsdown.config.ts that extends'],
    [{ 'tsdown.config.ts': '' }, '"emitDeclarationOnly": true'],
    [{ 'tsdown.config.ts': '' }, 'the script "build": "tsc -b && tsdown"'],
    [
      { 'dist/index.js.map': { sources: ['../../../node_modules/.pnpm/ajv@8/node_modules/ajv/lib/ajv.js'] } },
      'the licence of ajv',
    ],
  ])('fails with the build %o', (files, problem) => {
    const changed = Object.fromEntries(Object.entries(files).map(([file, content]) => [`${folder}/${file}`, content]));
    expect(checkPackageShape(temporaryTree({ ...good, ...changed })).join('\n')).toContain(problem);
  });

  it('fails when the README does not install the peers, which not every package manager does by itself', () => {
    const changed = {
      ...manifest,
      peerDependencies: { '@ku0/agent-runtime-tools-core': 'workspace:^', vitest: '>=5' },
    };
    const readme = `${good[`${folder}/README.md`]}\nnpm install @ku0/agent-runtime-tools-net vitest\n`;
    const tree = temporaryTree({ ...good, [`${folder}/package.json`]: changed, [`${folder}/README.md`]: readme });
    expect(checkPackageShape(tree)).toEqual([expect.stringContaining('README.md: @ku0/agent-runtime-tools-core')]);
  });

  it('fails when a library is bundled and installed', () => {
    const tree = temporaryTree({
      ...good,
      [`${folder}/package.json`]: { ...manifest, dependencies: { ajv: 'catalog:' } },
      [`${folder}/dist/index.js.map`]: { sources: ['../../../node_modules/ajv/lib/ajv.js', '../src/index.ts'] },
      [`${folder}/dist/THIRD-PARTY-LICENSES.txt`]: '--- ajv 8.0.0 (MIT)\n\ntext\n',
    });
    expect(checkPackageShape(tree)).toEqual([`${folder}: expected ajv in "devDependencies": it is bundled`]);
  });

  describe('with a sub-path', () => {
    const subpath = { types: './dist/old/index.d.ts', default: './dist/old/index.js' };
    const treeWith = (files: Record<string, unknown>, given: object = subpath): string =>
      temporaryTree({
        ...good,
        [`${folder}/package.json`]: { ...manifest, exports: { ...manifest.exports, './old': given } },
        [`${folder}/README.md`]: `${good[`${folder}/README.md`]}\nThe entry \`/old\`.\n`,
        ...files,
      });

    it('passes when it leads to one file and is in the README', () => {
      expect(checkPackageShape(treeWith({}))).toEqual([]);
    });

    it('fails when it has types of something else, is not built, or nobody is told', () => {
      const mixed = treeWith({}, { types: './dist/other.d.ts', default: './dist/old/index.js' });
      expect(checkPackageShape(mixed)).toEqual([expect.stringContaining('"types" and "default" of "./old"')]);
      const configuration = "import shared from '../../tsdown.base.config.ts';\nexport default { ...shared };\n";
      const unbuilt = checkPackageShape(treeWith({ [`${folder}/tsdown.config.ts`]: configuration }));
      expect(unbuilt.join('\n')).toContain('src/old/index.ts as an entry of tsdown.config.ts');
      const silent = treeWith({ [`${folder}/README.md`]: good[`${folder}/README.md`] });
      expect(checkPackageShape(silent)).toEqual([expect.stringContaining('"/old" in README.md')]);
    });
  });

  it('needs no changeset once there is a changelog', () => {
    const tree = temporaryTree({ ...good, '.changeset/net.md': '', [`${folder}/CHANGELOG.md`]: '# 1.0.0' });
    expect(checkPackageShape(tree)).toEqual([]);
  });
});

describe("a package's TypeScript project", () => {
  it('is known to the compiler, for every package of this repository', () => {
    expect(checkProjects(root)).toEqual([]);
  });

  it('fails without a reference at the root, and with one that leads nowhere', () => {
    const tree = temporaryTree({ ...good, 'tsconfig.json': { references: [{ path: 'packages/gone' }] } });
    expect(checkProjects(tree)).toEqual([
      expect.stringContaining(`lacks { "path": "${folder}" }`),
      expect.stringContaining('names packages/gone'),
    ]);
  });

  it('fails without a reference to a package it depends on', () => {
    const dependencies = { '@ku0/agent-runtime-tools-core': 'workspace:^' };
    const core = { name: '@ku0/agent-runtime-tools-core', scripts: { build: 'tsc -b' } };
    const tree = temporaryTree({
      ...good,
      [`${folder}/package.json`]: { ...manifest, dependencies },
      'packages/agent-runtime-tools-core/package.json': core,
      'tsconfig.json': { references: [{ path: folder }, { path: 'packages/agent-runtime-tools-core' }] },
    });
    expect(checkProjects(tree)).toEqual([
      `${folder}/tsconfig.json: "references" lacks { "path": "../agent-runtime-tools-core" }`,
    ]);
  });

  it('fails when tests have no tsconfig.json', () => {
    const tree = temporaryTree({ ...good, [`${folder}/test/a.test.ts`]: '' });
    expect(checkProjects(tree)).toEqual([expect.stringContaining('test/tsconfig.json: missing')]);
  });
});

describe("a package's published types", () => {
  it('contain no any in this repository', () => {
    expect(checkDeclarations(root)).toEqual([]);
  });

  it('fail with any as a type, and not in a comment, a name or a leftover', () => {
    const declared = 'export declare const any: string;\nexport declare function f(a: any): Map<string, any>;';
    const tree = temporaryTree({
      ...good,
      [`${folder}/dist/index.d.ts`]: `/** any */\n${declared}`,
      [`${folder}/dist/gone.d.ts`]: 'export type Gone = any;',
    });
    const problem = `${folder}/dist/index.d.ts:3: any in a published type`;
    expect(checkDeclarations(tree)).toEqual([problem, problem]);
  });

  it('fail when there is no build', () => {
    expect(checkDeclarations(temporaryTree(good))).toEqual([`${folder}: not built`]);
  });
});

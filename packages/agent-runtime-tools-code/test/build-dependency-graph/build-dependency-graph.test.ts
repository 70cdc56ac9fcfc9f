import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf, codeTree, valueOf } from '../code-tree.ts';

const FILES = {
  'tsconfig.json': '{ "compilerOptions": { "baseUrl": ".", "paths": { "@app/*": ["src/app/*"] } } }',
  '.toolignore': 'secret.ts\n',
  'src/main.ts': [
    "import { a } from '@app/a';",
    "import type { B } from './app/b.js';",
    "import folder from './folder';",
    "import { readFile } from 'node:fs/promises';",
    "import { helper } from '@team/helper';",
    "import { deep } from 'outside/deep';",
    "import './missing';",
    "import '../secret';",
    "import '../../../../../../../../etc/hostname';",
    "export * from './app/b.js';",
  ].join('\n'),
  'src/app/a.ts': "import { b } from './b';\nexport const a = b;\n",
  'src/app/b.ts': "import { a } from './a';\nexport const b = a; export type B = 1;\n",
  'src/folder/index.ts': 'export default 1;\n',
  'secret.ts': 'export const secret = 1;\n',
  'packages/helper/package.json':
    '{ "name": "@team/helper", "type": "module", "exports": { ".": { "types": "./dist/index.d.ts", "default": "./dist/index.js" } } }',
  'packages/helper/dist/index.d.ts': 'export declare const helper: number;\n',
  'packages/helper/src/index.ts': 'export const helper = 1;\n',
  'node_modules/outside/package.json': '{ "name": "outside", "exports": { "./deep": "./lib/deep.js" } }',
  'node_modules/outside/lib/deep.js': 'export const deep = 1;\n',
};

async function graphTree() {
  const tree = await codeTree(FILES);
  await mkdir(join(tree.root, 'node_modules/@team'), { recursive: true });
  await symlink('../../packages/helper', join(tree.root, 'node_modules/@team/helper'));
  return tree;
}

describe('build_dependency_graph', () => {
  it('resolves aliases, .js for .ts, index files, workspace packages and package exports', async () => {
    const { tools } = await graphTree();
    const { edges } = valueOf(await tools.execute('build_dependency_graph', { path: 'src/main.ts' }));
    expect(edges.map(({ to, symbols, external, unresolved }) => [to, symbols, external, unresolved])).toEqual([
      ['src/app/a.ts', ['a'], false, undefined],
      ['src/app/b.ts', ['B', '*'], false, undefined],
      ['src/folder/index.ts', ['folder'], false, undefined],
      ['node:fs/promises', ['readFile'], true, undefined],
      ['packages/helper/src/index.ts', ['helper'], false, undefined],
      ['outside', ['deep'], true, undefined],
      ['./missing', [], false, true],
      ['../secret', [], false, true],
      ['../../../../../../../../etc/hostname', [], false, true],
    ]);
  });

  it('finds cycles and lists the exports of every file', async () => {
    const { tools } = await graphTree();
    const { cycles, nodes } = valueOf(await tools.execute('build_dependency_graph', { path: 'src' }));
    expect(cycles).toEqual([['src/app/a.ts', 'src/app/b.ts']]);
    expect(nodes).toContainEqual({ file: 'src/app/b.ts', exports: ['b', 'B'] });
  });

  it('writes the graph for mermaid and for Graphviz', async () => {
    const { tools } = await codeTree({ 'a.ts': "import './b';\nimport 'node:fs';\n", 'b.ts': '' });
    const graph = async (format: 'mermaid' | 'dot') =>
      valueOf(await tools.execute('build_dependency_graph', { format })).text;
    expect(await graph('mermaid')).toBe(
      'graph LR\n  n0["a.ts"]\n  n1["b.ts"]\n  n2["node:fs"]\n  n0 --> n1\n  n0 -.-> n2',
    );
    expect(await graph('dot')).toBe(
      'digraph dependencies {\n  "a.ts" -> "b.ts";\n  "a.ts" -> "node:fs" [style=dashed];\n}',
    );
  });

  it('returns at most limit edges, and refuses a path outside the workspace', async () => {
    const { tools } = await graphTree();
    const value = valueOf(await tools.execute('build_dependency_graph', { path: 'src', limit: 2 }));
    expect([value.edges.length, value.totalEdges, value.truncated]).toEqual([2, 11, true]);
    expect(codeOf(await tools.execute('build_dependency_graph', { path: '../..' }))).toMatch(/PATH/);
  });

  it('finds a cycle of ten thousand files', async () => {
    const { findCycles } = await import('../../src/build-dependency-graph/find-cycles.ts');
    const edges = Array.from({ length: 10_000 }, (_, at) => ({ from: `f${at}`, to: `f${(at + 1) % 10_000}` }));
    expect(findCycles([...edges, { from: 'x', to: 'f0' }]).map((cycle) => cycle.length)).toEqual([10_000]);
    expect(findCycles([{ from: 'a', to: 'a' }])).toEqual([['a']]);
  });
});

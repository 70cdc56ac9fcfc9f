import { describe, expect, it } from 'vitest';
import { codeOf, codeTree, valueOf } from '../code-tree.ts';

const FILES = {
  'main.ts': [
    "import def, { a, renamed as other, star, typed } from './barrel';",
    "import * as ns from './leaf';",
    "import { readFile } from 'node:fs';",
    "import { thing, gone } from 'pkg';",
    "import { lost } from './leaf';",
    'const local = 1;',
    'class Box { open() {} }',
  ].join('\n'),
  'barrel.ts':
    "export { leaf as a, default } from './leaf';\nimport { leaf as renamed } from './leaf';\nexport { renamed };\nexport * from './stars';\nexport type { T as typed } from './leaf';\n",
  'leaf.ts': 'export const leaf = 1;\nexport type T = 1;\nexport default function main() {}\n',
  'stars.ts': "export * from './barrel';\n\nexport function star() {}\n",
  'node_modules/pkg/package.json': '{ "name": "pkg", "types": "./index.d.ts" }',
  'node_modules/pkg/index.d.ts': 'export declare const thing: number;\n',
};

async function resolve(symbol: string, file = 'main.ts') {
  const { tools } = await codeTree(FILES);
  return valueOf(await tools.execute('resolve_symbol', { symbol, file }));
}

describe('resolve_symbol', () => {
  it('follows imports, renamed imports, re-exports, export * and defaults to the definition', async () => {
    const { tools } = await codeTree(FILES);
    const places: Record<string, unknown> = {};
    for (const symbol of ['a', 'other', 'star', 'typed', 'def', 'ns', 'local', 'Box.open']) {
      const { file, line, kind, external } = valueOf(
        await tools.execute('resolve_symbol', { symbol, file: 'main.ts' }),
      );
      places[symbol] = [file, line, kind, external];
    }
    expect(places).toEqual({
      a: ['leaf.ts', 1, 'constant', false],
      other: ['leaf.ts', 1, 'constant', false],
      star: ['stars.ts', 3, 'function', false],
      typed: ['leaf.ts', 2, 'type', false],
      def: ['leaf.ts', 3, 'function', false],
      ns: ['leaf.ts', 1, 'module', false],
      local: ['main.ts', 6, 'constant', false],
      'Box.open': ['main.ts', 7, 'method', false],
    });
  });

  it('names the package of an external symbol', async () => {
    expect(await resolve('readFile')).toEqual({
      name: 'readFile',
      kind: 'unknown',
      external: true,
      package: 'node:fs',
      precision: 'syntactic',
    });
    expect(await resolve('thing')).toMatchObject({
      file: 'node_modules/pkg/index.d.ts',
      line: 1,
      external: true,
      package: 'pkg',
    });
  });

  it('fails for a name that the file does not have, and for one that the module does not export', async () => {
    const { tools } = await codeTree(FILES);
    for (const symbol of ['nothing', 'lost', 'gone'])
      expect(codeOf(await tools.execute('resolve_symbol', { symbol, file: 'main.ts' }))).toBe('SYMBOL_NOT_FOUND');
  });
});

import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeTree } from '../code-tree.ts';
import { FILES, semanticTree } from './semantic-tree.ts';

describe('the language server of TypeScript', { timeout: 60_000 }, () => {
  it('tells members of the same name by their types', async () => {
    const { references } = await semanticTree(FILES);
    expect(await references('Shop.sell', 'src/shop.ts')).toEqual({
      places: ['src/main.ts:4:6 property', 'src/shop.ts:2:3 definition'],
      precision: 'semantic',
      notes: undefined,
    });
  });

  it('follows names that are renamed by an import, and not those that shadow it', async () => {
    const { references } = await semanticTree(FILES);
    const { places, precision } = await references('limit', 'src/shop.ts');
    expect([places, precision]).toEqual([
      [
        'src/main.ts:1:16 import',
        'src/main.ts:1:25 use',
        'src/main.ts:4:11 use',
        'src/main.ts:9:7 use',
        'src/shop.ts:6:14 definition',
      ],
      'semantic',
    ]);
  });

  it('finds the definition of an imported name', async () => {
    const { engine } = await semanticTree(FILES);
    expect(await engine.resolveSymbol('most', 'src/main.ts')).toEqual({
      name: 'most',
      file: 'src/shop.ts',
      line: 6,
      column: 14,
      kind: 'constant',
      external: false,
      precision: 'semantic',
    });
  });

  it('sees files that were changed, added and removed since its last answer', async () => {
    const { references, write, root } = await semanticTree(FILES);
    expect((await references('Shop.sell', 'src/shop.ts')).places).toHaveLength(2);
    await write({
      'src/main.ts': "import { Shop } from './shop.js';\n\nnew Shop().sell(1);\nnew Shop().sell(2);\n",
      'src/more.ts': "import { Shop } from './shop.js';\nnew Shop().sell(3);\n",
    });
    expect((await references('Shop.sell', 'src/shop.ts')).places).toEqual([
      'src/main.ts:3:12 property',
      'src/main.ts:4:12 property',
      'src/more.ts:2:12 property',
      'src/shop.ts:2:3 definition',
    ]);
    await rm(join(root, 'src/more.ts'));
    expect((await references('Shop.sell', 'src/shop.ts')).places).toHaveLength(3);
  });

  it('sees a change of a file that it was asked about before', async () => {
    const { references, engine, write } = await semanticTree(FILES);
    expect(await engine.resolveSymbol('shop', 'src/main.ts')).toMatchObject({ line: 3, precision: 'semantic' });
    await write({
      'src/main.ts': "import { Shop } from './shop.js';\n\n\nexport const shop = new Shop();\nshop.sell(2);\n",
    });
    expect((await references('Shop.sell', 'src/shop.ts')).places).toEqual([
      'src/main.ts:5:6 property',
      'src/shop.ts:2:3 definition',
    ]);
    expect(await engine.resolveSymbol('shop', 'src/main.ts')).toMatchObject({ line: 4, precision: 'semantic' });
  });

  it('answers about more files than it keeps open', async () => {
    const many = Array.from({ length: 20 }, (_, at) => [`src/n${at}.ts`, `export const n${at} = ${at};\n`] as const);
    const { references } = await semanticTree({ ...FILES, ...Object.fromEntries(many) });
    for (let at = 0; at < 20; at++)
      expect(await references(`n${at}`, `src/n${at}.ts`)).toMatchObject({
        places: [`src/n${at}.ts:1:14 definition`],
        precision: 'semantic',
      });
    expect((await references('n0', 'src/n0.ts')).places).toEqual(['src/n0.ts:1:14 definition']);
  });

  it('is not used without a service for processes, nor when the host forbids it', async () => {
    const { references } = await semanticTree(FILES, { typescript: false });
    expect((await references('Shop.sell', 'src/shop.ts')).precision).toBe('syntactic');
    const { engine } = await codeTree(FILES);
    expect((await engine.findReferences('Shop.sell', '.', { file: 'src/shop.ts' })).precision).toBe('syntactic');
  });

  it('is never taken from the workspace', async () => {
    const { references, root } = await semanticTree({
      ...FILES,
      'node_modules/typescript/package.json': '{ "name": "typescript", "version": "9.0.0" }',
      'node_modules/typescript/bin/tsc': "require('node:fs').writeFileSync(__dirname + '/started', '');\n",
    });
    expect((await references('Shop.sell', 'src/shop.ts')).precision).toBe('semantic');
    await expect(access(join(root, 'node_modules/typescript/bin/started'))).rejects.toThrow('ENOENT');
  });
});

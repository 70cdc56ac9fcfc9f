import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { semanticTree } from './semantic-tree.ts';

const pyright = join(dirname(createRequire(import.meta.url).resolve('pyright/package.json')), 'langserver.index.js');
const SERVERS = { python: [process.execPath, pyright, '--stdio'] };

const FILES = {
  'shop/__init__.py': '',
  'shop/shop.py': 'class Shop:\n    def sell(self, count: int) -> int:\n        return count\n',
  'shop/other.py': 'class Other:\n    def sell(self) -> None:\n        pass\n',
  'main.py': [
    'from shop.shop import Shop',
    'from shop.other import Other',
    'shop = Shop()',
    'print(shop.sell(3))',
    'Other().sell()',
    '',
  ].join('\n'),
};

describe('the language server of pyright', { timeout: 120_000 }, () => {
  it('tells methods of the same name by their types, in all files, from its first answer on', async () => {
    const { references } = await semanticTree(FILES, SERVERS);
    expect(await references('Shop.sell', 'shop/shop.py')).toEqual({
      places: ['main.py:4:12 property', 'shop/shop.py:2:9 definition'],
      precision: 'semantic',
      notes: undefined,
    });
  });

  it('finds the definition of an imported class', async () => {
    const { engine } = await semanticTree(FILES, SERVERS);
    expect(await engine.resolveSymbol('Shop', 'main.py')).toMatchObject({
      file: 'shop/shop.py',
      line: 1,
      precision: 'semantic',
    });
  });
});

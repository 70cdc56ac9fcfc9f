import { describe, expect, it } from 'vitest';
import { codeTree, valueOf } from '../code-tree.ts';

const FILES = {
  'shop.ts':
    'export function sell(price: number) { return price; }\nsell(1);\nconst text = "sell"; // sell\nexport class Till { open() {} sell() {} }\n',
  'a.ts': "import { sell } from './shop';\nsell(2);\nconst o = { sell };\no.sell(3);\n",
  'b.ts': 'function sell() {}\nsell();\n',
  'c.ts': "import * as shop from './shop';\nshop.sell(4);\nnew shop.Till().open();\n",
  'd.ts': "export { sell as vend } from './shop';\nconst { open, rest: [sell] } = x;\n",
  'e.tsx': "import { sell } from './barrel';\nexport const E = () => <Button sell={sell} />;\n",
  'barrel.ts': "export * from './shop';\n",
};

async function places(params: { symbol: string; file?: string; line?: number; path?: string }) {
  const { tools } = await codeTree(FILES);
  const { references, precision } = valueOf(await tools.execute('find_references', params));
  expect(precision).toBe('syntactic');
  return references.map(({ file, line, role, isDefinition }) => `${file}:${line} ${role}${isDefinition ? '!' : ''}`);
}

describe('find_references', () => {
  it('tells definitions, imports, properties and uses apart, and ignores strings and comments', async () => {
    expect(await places({ symbol: 'sell' })).toEqual([
      'a.ts:1 import',
      'a.ts:2 use',
      'a.ts:3 use',
      'a.ts:4 property',
      'b.ts:1 definition!',
      'b.ts:2 use',
      'c.ts:2 property',
      'd.ts:1 import',
      'd.ts:2 definition!',
      'e.tsx:1 import',
      'e.tsx:2 property',
      'e.tsx:2 use',
      'shop.ts:1 definition!',
      'shop.ts:2 use',
      'shop.ts:4 definition!',
    ]);
  });

  it('with a file leaves out files that do not import the symbol, and properties of other things', async () => {
    const found = await places({ symbol: 'sell', file: 'shop.ts', line: 1 });
    expect(found.filter((place) => place.startsWith('b.ts'))).toEqual([]);
    expect(found).toEqual(
      expect.arrayContaining([
        'a.ts:1 import',
        'a.ts:2 use',
        'c.ts:2 property',
        'd.ts:1 import',
        'e.tsx:1 import',
        'shop.ts:1 definition!',
      ]),
    );
    expect(found).not.toContain('a.ts:4 property');
    expect(found).not.toContain('e.tsx:2 property');
  });

  it('finds a member by its properties only', async () => {
    expect(await places({ symbol: 'Till.open', file: 'shop.ts' })).toEqual([
      'c.ts:3 property',
      'shop.ts:4 definition!',
    ]);
  });

  it('stays below path and within limit', async () => {
    const { tools } = await codeTree({ ...FILES, 'sub/z.ts': 'sell();\n' });
    const below = valueOf(await tools.execute('find_references', { symbol: 'sell', path: 'sub' }));
    expect(below.references.map(({ file }) => file)).toEqual(['sub/z.ts']);
    const few = valueOf(await tools.execute('find_references', { symbol: 'sell', limit: 2 }));
    expect([few.references.length, few.total, few.truncated]).toEqual([2, 16, true]);
  });
});

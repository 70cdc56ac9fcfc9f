import { describe, expect, it } from 'vitest';
import { codeTree, valueOf } from '../code-tree.ts';

const FILES = {
  'a.ts': "import { shared } from './shared.ts';\nexport const a = shared;\n",
  'b.ts': "import { shared } from './shared.ts';\nexport const b = shared;\n",
  'shared.ts': 'export function shared(): void {}\nexport class Box { open(): void {} size = 1; }\n',
  'z.ts': "import { a } from './a.ts';\nconsole.log(a);\n",
};

describe('get_codebase_map', () => {
  it('lists the most referenced files first, with signatures', async () => {
    const { tools } = await codeTree(FILES);
    const value = valueOf(await tools.execute('get_codebase_map', {}));
    expect(value.map.split('\n')).toEqual([
      'shared.ts',
      '  export function shared(): void',
      '  export class Box',
      '    open(): void',
      'a.ts',
      '  export const a = shared',
      'b.ts',
      '  export const b = shared',
      'z.ts',
    ]);
    expect(value).toMatchObject({ files: 4, totalFiles: 4, truncated: false, precision: 'syntactic' });
  });

  it('stays within its budget of tokens', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`f${at}.ts`, `export function f${at}(a: string): void {}\n`]),
    );
    const { tools } = await codeTree(many);
    const value = valueOf(await tools.execute('get_codebase_map', { maxTokens: 200 }));
    expect(value.map.length).toBeLessThanOrEqual(800);
    expect(value.tokens).toBeLessThanOrEqual(200);
    expect([value.truncated, value.totalFiles, value.files > 5]).toEqual([true, 60, true]);
  });
});

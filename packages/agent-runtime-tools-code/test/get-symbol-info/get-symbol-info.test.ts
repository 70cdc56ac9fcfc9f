import { describe, expect, it } from 'vitest';
import { codeTree, valueOf } from '../code-tree.ts';

const FILES = {
  'a.ts':
    'class A { run() {} }\nclass B { run(x: number) {} }\n/** Runs. */\nexport function run(a: string) {}\nfunction runAll() {}\n',
};

describe('get_symbol_info', () => {
  it('describes the definition at the top level and names the others', async () => {
    const { tools } = await codeTree(FILES);
    expect(valueOf(await tools.execute('get_symbol_info', { symbol: 'run', file: 'a.ts' }))).toEqual({
      name: 'run',
      kind: 'function',
      signature: 'export function run(a: string)',
      documentation: 'Runs.',
      file: 'a.ts',
      line: 4,
      column: 17,
      endLine: 4,
      exported: true,
      precision: 'syntactic',
      others: [
        { line: 1, signature: 'run()' },
        { line: 2, signature: 'run(x: number)' },
      ],
    });
  });

  it('finds a member by its qualified name', async () => {
    const { tools } = await codeTree(FILES);
    const value = valueOf(await tools.execute('get_symbol_info', { symbol: 'B.run', file: 'a.ts' }));
    expect(value).toMatchObject({ line: 2, container: 'B', kind: 'method' });
  });

  it('suggests similar names when there is no such symbol', async () => {
    const { tools } = await codeTree(FILES);
    const result = await tools.execute('get_symbol_info', { symbol: 'runAl', file: 'a.ts' });
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'SYMBOL_NOT_FOUND', suggestion: expect.stringContaining('runAll') },
    });
  });
});

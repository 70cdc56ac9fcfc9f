import { describe, expect, it } from 'vitest';
import { codeTree, valueOf } from '../code-tree.ts';

describe('a file that crashes the native parser', () => {
  it('is reported, and the other files of its batch are read', { timeout: 30_000 }, async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const { tools } = await codeTree({
      'a.ts': 'export const a = 1;\n',
      'deep.ts': deep,
      'z.ts': 'export const z = 1;\n',
    });
    const { files } = valueOf(await tools.execute('list_code_definitions', { path: '.' }));
    expect(files.map(({ file, definitions, syntaxError }) => [file, definitions.length, syntaxError])).toEqual([
      ['a.ts', 1, undefined],
      ['deep.ts', 0, expect.stringContaining('nested too deeply')],
      ['z.ts', 1, undefined],
    ]);
  });

  it('does not break a search by structure', { timeout: 30_000 }, async () => {
    const deep = `run(1);${'('.repeat(100_000)}1${')'.repeat(100_000)}`;
    const { tools } = await codeTree({ 'a.ts': 'run(1);\n', 'deep.ts': deep });
    const { results } = valueOf(await tools.execute('search_code', { pattern: 'run($A)' }));
    expect(results.map(({ file }) => file)).toContain('a.ts');
  });
});

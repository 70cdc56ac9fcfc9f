import { describe, expect, it } from 'vitest';
import { root } from '../scripts/workspace.mjs';
import { checkErrorCodes } from './src/check-error-codes.ts';
import { temporaryTree } from './src/temporary-tree.ts';

const folder = 'packages/agent-runtime-tools-files';
const row = (code: string): string => `| \`${code}\` | what it means |`;
const readme = (...codes: string[]): string =>
  ['# files', '## Error codes', '', ...codes.map(row), '', '## Limits', '', row('NOT_A_CODE')].join('\n');
const tree = (page: string, source: string): string =>
  temporaryTree({
    [`${folder}/package.json`]: { name: '@ku0/agent-runtime-tools-files' },
    [`${folder}/README.md`]: page,
    [`${folder}/src/errors.ts`]: "export const errors = errorCatalogue({ FILE_NOT_FOUND: {}, 'IS_BINARY': {} });",
    [`${folder}/src/a.ts`]: source,
  });

describe('error codes', () => {
  it('agree with the READMEs in this repository', () => {
    expect(checkErrorCodes(root)).toEqual([]);
  });

  it('pass when the table has exactly the codes of the catalogue', () => {
    expect(checkErrorCodes(tree(readme('FILE_NOT_FOUND', 'IS_BINARY'), ''))).toEqual([]);
  });

  it('fail when the table lacks one', () => {
    expect(checkErrorCodes(tree(readme('IS_BINARY'), ''))).toEqual([expect.stringContaining('lacks FILE_NOT_FOUND')]);
    expect(checkErrorCodes(tree('# files\n', ''))).toHaveLength(2);
  });

  it('fail when the table has one too many', () => {
    const made = tree(readme('FILE_NOT_FOUND', 'IS_BINARY', 'GONE'), '');
    expect(checkErrorCodes(made)).toEqual([expect.stringContaining('GONE is in no error catalogue of this package')]);
  });

  it('fail when a code is used that no catalogue has, in whatever place', () => {
    const source = `
      fail('BY_FAIL', 'message'); const a = { code: 'BY_PROPERTY' };
      if (error.code === 'BY_COMPARISON' || 'BY_REVERSED' !== result?.error.code) {}
      switch (error.code) { case 'BY_CASE': break; default: }`;
    const found = checkErrorCodes(tree(readme('FILE_NOT_FOUND', 'IS_BINARY'), source));
    expect(found.map((problem) => /: (\w+) is in no/.exec(problem)?.[1] ?? '').toSorted()).toEqual([
      'BY_CASE',
      'BY_COMPARISON',
      'BY_FAIL',
      'BY_PROPERTY',
      'BY_REVERSED',
    ]);
  });

  it('pass over codes of the system and values that are no codes', () => {
    const source = `
      fail('FILE_NOT_FOUND'); if (error.code === 'ENOENT' || error.code === 'ERR_INVALID_ARG_TYPE') {}
      const key = { code: 'KeyA', name: 'OTHER_NAME' };`;
    expect(checkErrorCodes(tree(readme('FILE_NOT_FOUND', 'IS_BINARY'), source))).toEqual([]);
  });

  it('fail when a catalogue cannot be read', () => {
    const made = tree(readme('FILE_NOT_FOUND', 'IS_BINARY'), 'export const more = errorCatalogue(entries);');
    expect(checkErrorCodes(made)).toEqual([expect.stringContaining('errorCatalogue takes its entries as they are')]);
  });
});

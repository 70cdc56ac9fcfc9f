import { describe, expect, it } from 'vitest';
import { parseSearchReplace } from '../../src/formats/parse-search-replace.ts';

const hunksOf = (diff: string): unknown => {
  const parsed = parseSearchReplace(diff);
  return parsed.ok ? parsed.hunks : parsed.fault;
};
const block = (before: string, after: string): string => `<<<<<<< SEARCH\n${before}=======\n${after}>>>>>>> REPLACE\n`;

describe('parseSearchReplace', () => {
  it('reads several blocks, with and without a start line', () => {
    const hinted = '<<<<<<< SEARCH\n:start_line:12\n-------\nc\n=======\nd\n>>>>>>> REPLACE';
    expect(hunksOf(`${block('a\n', 'b\n')}\n${hinted}`)).toEqual([
      { before: 'a\n', after: 'b\n', wholeLines: true },
      { before: 'c\n', after: 'd\n', wholeLines: true, line: 12 },
    ]);
  });

  it('reads empty sides, empty lines and CRLF', () => {
    expect(hunksOf(block('a\n', ''))).toMatchObject([{ before: 'a\n', after: '' }]);
    expect(hunksOf(block('\n', 'a\n\n'))).toMatchObject([{ before: '\n', after: 'a\n\n' }]);
    expect(hunksOf(block('a\n', 'b\n').replaceAll('\n', '\r\n'))).toMatchObject([{ before: 'a\n', after: 'b\n' }]);
  });

  it('reads what is in a code fence or has words around it', () => {
    expect(hunksOf(`Here it is:\n\`\`\`diff\n${block('a\n', 'b\n')}\`\`\`\n`)).toMatchObject([
      { before: 'a\n', after: 'b\n' },
    ]);
  });

  it('takes escaped markers for content', () => {
    const content = '\\=======\n\\<<<<<<< SEARCH\n\\>>>>>>> REPLACE\n\\:start_line:3\n\\-------\n';
    expect(hunksOf(block(content, '\\\\=======\n'))).toMatchObject([
      { before: '=======\n<<<<<<< SEARCH\n>>>>>>> REPLACE\n:start_line:3\n-------\n', after: '\\=======\n' },
    ]);
  });

  it('takes markers of another length for content', () => {
    expect(hunksOf(block('Title\n=========\n', 'Name\n====\n'))).toMatchObject([
      { before: 'Title\n=========\n', after: 'Name\n====\n' },
    ]);
    const long = '<<<<<<<<< SEARCH\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main\n=========\na\n>>>>>>>>> REPLACE';
    expect(hunksOf(long)).toMatchObject([{ before: '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main\n', after: 'a\n' }]);
  });

  it.each([
    ['no block', 'just words', 1],
    ['a block that is not closed', '<<<<<<< SEARCH\na\n=======\nb\n', 1],
    ['a block without a divider', '<<<<<<< SEARCH\na\n>>>>>>> REPLACE\n', 1],
    ['two dividers', '<<<<<<< SEARCH\na\n=======\nb\n=======\nc\n>>>>>>> REPLACE\n', 5],
    ['a block in a block', '<<<<<<< SEARCH\na\n<<<<<<< SEARCH\nb\n=======\nc\n>>>>>>> REPLACE\n', 3],
    ['a marker outside of a block', 'a\n=======\nb\n>>>>>>> REPLACE\n', 2],
  ])('says where the fault is: %s', (_, diff, line) => {
    const parsed = parseSearchReplace(diff);
    expect(parsed).toMatchObject({ ok: false, fault: { line } });
    expect(!parsed.ok && parsed.fault.suggestion).toBeTruthy();
  });
});

import { describe, expect, it } from 'vitest';
import { isMisspelling } from '../../src/engine/find/is-misspelling.ts';
import { edited, refused } from './edit.ts';

const FILE =
  'const first = load();\nconst second = parse(first);\nconst third = check(second);\nreturn write(third);\n// end of work\n';

describe('a request with a misspelled line', () => {
  it('is applied where the line is only context, and the file keeps its own line', () => {
    const hunk = {
      before:
        'const first = laod();\nconst second = parse(first);\nconst third = check(second);\nreturn write(third);\n',
      after:
        'const first = laod();\nconst second = parse(first);\nconst third = check(second);\nreturn store(third);\n',
    };
    expect(edited(FILE, hunk)).toBe(FILE.replace('write', 'store'));
  });

  it('is refused where the hunk changes the line', () => {
    const hunk = {
      before:
        'const first = load();\nconst second = parse(first);\nconst third = check(second);\nretrun write(third);\n',
      after:
        'const first = load();\nconst second = parse(first);\nconst third = check(second);\nreturn store(third);\n',
    };
    expect(refused(FILE, hunk).status).toBe('not_found');
  });

  it('is refused where two lines differ, and where it removes only a bracket', () => {
    const lines = FILE.split('\n').slice(0, 4);
    const wrong = [lines[0]?.replace('load', 'laod'), lines[1]?.replace('parse', 'prase'), lines[2], lines[3]].join(
      '\n',
    );
    expect(refused(FILE, { before: `${wrong}\n`, after: `${wrong.replace('write', 'store')}\n` }).status).toBe(
      'not_found',
    );
    expect(refused(`${FILE}}\n`, { before: '// end of wrok\n}\n', after: '// end of wrok\n' }).status).toBe(
      'not_found',
    );
  });

  it('is refused where the removed lines are in the file twice', () => {
    const hunk = {
      before:
        'const first = laod();\nconst second = parse(first);\nconst third = check(second);\nreturn write(third);\n',
      after:
        'const first = laod();\nconst second = parse(first);\nconst third = check(second);\nreturn store(third);\n',
    };
    expect(refused(`${FILE}return write(third);\n`, hunk).status).toBe('not_found');
  });
});

describe('isMisspelling', () => {
  it.each([
    ['const value = 1', 'const vlaue = 1'],
    ['const value = 1', 'const valu = 1'],
    ['const value = 1', 'const valuee = 1'],
    ['const value = 1', 'const valoe = 1'],
  ])('takes %j for %j', (one, other) => {
    expect(isMisspelling(one, other)).toBe(true);
  });

  it.each([
    ['x = 1', 'x = 2'],
    ['item1', 'item2'],
    ['a + b', 'a - b'],
    ['if (a)', 'if (b)'],
    ['callOne()', 'callTwo()'],
    ['i++', 'j++'],
    ['same', 'same'],
  ])('does not take %j for %j', (one, other) => {
    expect(isMisspelling(one, other)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { edited, refused } from './edit.ts';

const BLANKS = 'a();  \n}  \nb();  \n';

describe('kept lines in a file with trailing blanks', () => {
  it('keep their blanks, while new lines have none', () => {
    expect(edited(BLANKS, { before: 'a();\n}\nb();\n', after: 'a();\n}\nc();\nb();\n' })).toBe(
      'a();  \n}  \nc();\nb();  \n',
    );
  });

  it('are those that the format marks, although equal lines are added', () => {
    const marked = { before: 'a();\n}\nb();\n', after: 'a();\n}\nc();\n}\nb();\n' };
    const context = [
      [0, 0],
      [1, 3],
      [2, 4],
    ] as const;
    expect(edited(BLANKS, { ...marked, context })).toBe('a();  \n}\nc();\n}  \nb();  \n');
  });

  it('are removed and added again where a patch says so', () => {
    const hunk = { before: 'a();\n}\nb();\n', after: 'a();\n}\nc();\n', context: [[0, 0]] as const };
    expect(edited(BLANKS, hunk)).toBe('a();  \n}\nc();\n');
  });

  it('are taken to be equally many above and below the change where equal lines are added', () => {
    const hunk = { before: '}\nb();\n', after: '}\nc();\n}\nb();\n' };
    expect(edited(BLANKS, hunk)).toBe('a();  \n}  \nc();\n}\nb();  \n');
  });

  it('are not guessed where several equal lines could be the kept one', () => {
    const hunk = { before: 'a();\n}\nb();\n', after: 'x();\n}\ny();\n}\nz();\n' };
    expect(refused(BLANKS, hunk).status).toBe('unclear');
    const moved = { before: 'one();\ntwo();\nthree();\nfour();\n', after: 'three();\nfour();\none();\ntwo();\n' };
    expect(refused('one(); \ntwo(); \nthree(); \nfour(); \n', moved).status).toBe('unclear');
  });

  it('do not matter where all outcomes are the same', () => {
    const hunk = { before: 'a();\n}\nb();\n', after: 'x();\n}\ny();\n}\nz();\n' };
    expect(edited('a();\n}\nb();\n', hunk)).toBe('x();\n}\ny();\n}\nz();\n');
  });
});

describe('trailing blanks in a request', () => {
  it('are not written for a line that repeats an old one, although the line is moved', () => {
    const hunk = { before: 'a();   \nb();\n', after: 'b();\nc();\na();   \n' };
    expect(edited('a();\nb();\n', hunk)).toBe('b();\nc();\na();\n');
  });

  it('are removed from new lines if all old lines have them, but additional blanks stay', () => {
    const before = 'a  \nb  \nc  \nd  \n';
    expect(edited('a\nb\nc\nd\n', { before, after: `${before}new  \nown   \n` })).toBe('a\nb\nc\nd\nnew\nown \n');
  });

  it('are refused where the only old line has different ones than the new line', () => {
    expect(refused('a\nb\n', { before: 'a  \n', after: 'a  \nnew   \n' }).status).toBe('unclear');
  });

  it('are removed from an empty line where the change removes them', () => {
    const hunk = { before: 'a;\n  \nb;\n', after: 'a;\n\nb;\n' };
    expect(edited('{\n    a;\n    \n    b;\n}\n', hunk)).toBe('{\n    a;\n\n    b;\n}\n');
  });
});

describe('hints that contradict each other', () => {
  const text = 'x {\n  a;\n}\ny {\n  a;\n}\n';

  it('are refused: the line number names one, the heading another', () => {
    expect(refused(text, { before: '  a;\n', after: '  b;\n', line: 2, anchors: ['y {'] })).toMatchObject({
      status: 'ambiguous',
      candidates: [2, 5],
    });
  });

  it('are refused: the line number names one, the end of the file another', () => {
    const hunk = { before: '  a;\n}\n', after: '  b;\n}\n', line: 2, atEnd: true };
    expect(refused(text, hunk).status).toBe('ambiguous');
  });

  it('are refused: the text matches one place exactly, and the line number names one with another indentation', () => {
    const nested = 'x {\n  y {\n    a;\n    b;\n  }\n  a;\n  b;\n}\n';
    expect(refused(nested, { before: '  a;\n  b;\n', after: '  a;\n  c;\n', line: 3 }).status).toBe('ambiguous');
    expect(edited(nested, { before: '  a;\n  b;\n', after: '  a;\n  c;\n', line: 6 })).toContain('  a;\n  c;\n}');
  });

  it('never choose a place that matches only in part', () => {
    const like = 'f(\n\tone,\n\ttwo,\n\tchanged,\n\tfour,\n);\n{\n\t\tone,\n\t\ttwo,\n\t\tthree,\n\t\tfour,\n}\n';
    const hunk = { before: '\tone,\n\ttwo,\n\tthree,\n\tfour,\n', after: '\tone,\n\ttwo,\n\tfour,\n', line: 2 };
    expect(refused(like, hunk).status).toBe('unclear');
  });
});

import { describe, expect, it } from 'vitest';
import { edited, refused } from './edit.ts';

const BLANKS = 'a();  \n}  \nb();  \n';

describe('lines that stay in a file with trailing blanks', () => {
  it('keep them, while new ones have none', () => {
    expect(edited(BLANKS, { before: 'a();\n}\nb();\n', after: 'a();\n}\nc();\nb();\n' })).toBe(
      'a();  \n}  \nc();\nb();  \n',
    );
  });

  it('are those that the format names, although equal ones are added', () => {
    const told = { before: 'a();\n}\nb();\n', after: 'a();\n}\nc();\n}\nb();\n' };
    const context = [
      [0, 0],
      [1, 3],
      [2, 4],
    ] as const;
    expect(edited(BLANKS, { ...told, context })).toBe('a();  \n}\nc();\n}  \nb();  \n');
  });

  it('are removed and added again where a patch says so', () => {
    const hunk = { before: 'a();\n}\nb();\n', after: 'a();\n}\nc();\n', context: [[0, 0]] as const };
    expect(edited(BLANKS, hunk)).toBe('a();  \n}\nc();\n');
  });

  it('are as many before a change as after it where equal lines are added', () => {
    const hunk = { before: '}\nb();\n', after: '}\nc();\n}\nb();\n' };
    expect(edited(BLANKS, hunk)).toBe('a();  \n}  \nc();\n}\nb();  \n');
  });

  it('are not guessed where nothing says which of equal lines stays', () => {
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

describe('blanks at the ends of a request', () => {
  it('of a line that repeats an old one are not written, although the line is moved', () => {
    const hunk = { before: 'a();   \nb();\n', after: 'b();\nc();\na();   \n' };
    expect(edited('a();\nb();\n', hunk)).toBe('b();\nc();\na();\n');
  });

  it('that all old lines have are taken away from new ones, but not what these have beyond', () => {
    const before = 'a  \nb  \nc  \nd  \n';
    expect(edited('a\nb\nc\nd\n', { before, after: `${before}new  \nown   \n` })).toBe('a\nb\nc\nd\nnew\nown \n');
  });

  it('are refused where one line shows others than a new one has', () => {
    expect(refused('a\nb\n', { before: 'a  \n', after: 'a  \nnew   \n' }).status).toBe('unclear');
  });

  it('of an empty line that loses them are lost', () => {
    const hunk = { before: 'a;\n  \nb;\n', after: 'a;\n\nb;\n' };
    expect(edited('{\n    a;\n    \n    b;\n}\n', hunk)).toBe('{\n    a;\n\n    b;\n}\n');
  });
});

describe('indications of a place that contradict each other', () => {
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

  it('are refused: the text stands elsewhere as given, where the line number says but for its indentation', () => {
    const nested = 'x {\n  y {\n    a;\n    b;\n  }\n  a;\n  b;\n}\n';
    expect(refused(nested, { before: '  a;\n  b;\n', after: '  a;\n  c;\n', line: 3 }).status).toBe('ambiguous');
    expect(edited(nested, { before: '  a;\n  b;\n', after: '  a;\n  c;\n', line: 6 })).toContain('  a;\n  c;\n}');
  });

  it('never lead to a place that is only like the one asked for', () => {
    const like = 'f(\n\tone,\n\ttwo,\n\tchanged,\n\tfour,\n);\n{\n\t\tone,\n\t\ttwo,\n\t\tthree,\n\t\tfour,\n}\n';
    const hunk = { before: '\tone,\n\ttwo,\n\tthree,\n\tfour,\n', after: '\tone,\n\ttwo,\n\tfour,\n', line: 2 };
    expect(refused(like, hunk).status).toBe('unclear');
  });
});

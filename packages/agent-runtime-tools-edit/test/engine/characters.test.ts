import { describe, expect, it } from 'vitest';
import { edited, refused } from './edit.ts';

describe('typographic characters in a request', () => {
  it('become plain in the new lines where all old lines were written with them against the file', () => {
    const hunk = {
      before: 'say(\u2018a\u2019);\n',
      after: 'say(\u2018a\u2019);\nsay(\u2018b\u2019, \u201cc\u201d);\n',
    };
    expect(edited("say('a');\n", hunk)).toBe("say('a');\nsay('b', \"c\");\n");
  });

  it('become plain although hyphens elsewhere were left', () => {
    const text = '// a - b\nre-read();\n';
    const hunk = { before: '// a \u2013 b\nre-read();\n', after: '// a \u2013 b\n// c \u2013 d\nre-write();\n' };
    expect(edited(text, hunk)).toBe('// a - b\n// c - d\nre-write();\n');
  });

  it('stay where the new lines also have plain ones and the file has typographic ones elsewhere', () => {
    const hunk = { before: 'say(\u201ca\u201d);\n', after: 'say("a");\n// the \u201cb\u201d\n' };
    expect(edited('say("a");\n// \u201cc\u201d\n', hunk)).toBe('say("a");\n// the \u201cb\u201d\n// \u201cc\u201d\n');
  });

  it('are refused where only some of the new lines have them and nothing else decides', () => {
    const hunk = { before: 'say(\u201ca\u201d);\n', after: 'say("a");\nsay(\u201cb\u201d);\n' };
    expect(refused('say("a");\n', hunk).status).toBe('unclear');
  });

  it('are refused where the file has them elsewhere, so that they may be intended', () => {
    const hunk = { before: 'it(\u2019a\u2019);\n', after: 'it(\u2019b\u2019);\n' };
    expect(refused("// don\u2019t\nit('a');\n", hunk).status).toBe('unclear');
  });

  it('include a long dash that stands for two hyphens', () => {
    const hunk = { before: 'run(\u2014all);\n', after: 'run(\u2014none);\n' };
    expect(edited('run(--all);\n', hunk)).toBe('run(--none);\n');
  });
});

describe('text that may begin and end inside a line', () => {
  const inside = (before: string, after: string) => ({ before, after, wholeLines: false });

  it('is refused where several words end inside another one', () => {
    expect(refused('limit = 10;\n', inside('limit = 1', 'limit = 2')).status).toBe('unclear');
    expect(edited('getUserById();\n', inside('getUser', 'fetchUser'))).toBe('fetchUserById();\n');
  });

  it('is refused where the line it was found in would lose its indentation', () => {
    expect(refused('{\n  a;\n  b;\n}\n', inside('a;\n  b;', 'new;\na;\n  b;')).status).toBe('unclear');
  });

  it('does not leave indentation before an empty first line', () => {
    expect(refused('{\n  a;\n}\n', inside('a;', '\n  b;')).status).toBe('unclear');
  });

  it('is refused where the replacement ends with the text that already follows', () => {
    expect(refused('a\nb.\n', inside('a\nb', 'c\nb.')).status).toBe('unclear');
    expect(refused('a\n  b;\n', inside('a\n  b', 'c;\nd;')).status).toBe('unclear');
    expect(edited('f(a)\n', inside('a', 'g(a)'))).toBe('f(g(a))\n');
  });

  it('is refused where it begins inside a row of dashes', () => {
    expect(refused('-----\na b\n', inside('---\na b', '-----\nc d')).status).toBe('unclear');
  });

  it('may begin with an empty line that has blanks in the file', () => {
    expect(edited('x;\n  \n/* a */\ny;\n', inside('\n/* a */', '// b'))).toBe('x;\n// b\ny;\n');
  });

  it('is refused where only the first line, which lacks its indentation, could show that of new lines', () => {
    expect(refused('- a\n  - b\n- c\n', inside('- b\n- c', '- b\n- n\n- c')).status).toBe('unclear');
  });

  it('keeps line breaks when only one of the texts ends with half of one', () => {
    expect(edited('a\nb\n', inside('a\r', 'c'))).toBe('c\nb\n');
  });

  it('brings its line breaks to a file that has none', () => {
    expect(edited('a', inside('a', 'a\r\nb'))).toBe('a\r\nb');
    expect(edited('a\nz', inside('a', 'a\r\nb'))).toBe('a\nb\nz');
  });
});

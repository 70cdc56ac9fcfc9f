import { describe, expect, it } from 'vitest';
import { edited, refused } from './edit.ts';

const numbered = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

describe('the rest of the file', () => {
  it('CRLF is kept, in new lines too', () => {
    expect(edited('a\r\nb\r\nc\r\n', { before: 'b\n', after: 'x\ny\n' })).toBe('a\r\nx\r\ny\r\nc\r\n');
  });

  it('mixed line ends are kept: a changed line has the end of the line it replaces', () => {
    expect(edited('a\r\nb\nc\r\nd\n', { before: 'b\nc\n', after: 'B\nC\n' })).toBe('a\r\nB\nC\r\nd\n');
    expect(edited('a\r\nb\nc\rd\n', { before: 'c\n', after: 'c\nnew\n' })).toBe('a\r\nb\nc\rnew\rd\n');
  });

  it('a byte order mark is kept, and one in the request is not inserted', () => {
    expect(edited('\ufeffa\nb\n', { before: 'a\n', after: 'x\n' })).toBe('\ufeffx\nb\n');
    expect(edited('\ufeffa\nb\n', { before: '\ufeffa\n', after: '\ufeffx\n' })).toBe('\ufeffx\nb\n');
    expect(edited('a\nb\n', { before: '\ufeffa\n', after: '\ufeffx\n' })).toBe('x\nb\n');
  });

  it('a missing final newline stays missing, whatever happens at the end', () => {
    expect(edited('a\nb', { before: 'b\n', after: 'c\n' })).toBe('a\nc');
    expect(edited('a\nb', { before: 'b\n', after: 'b\nc\n' })).toBe('a\nb\nc');
    expect(edited('a\nb', { before: 'a\nb\n', after: 'a\n' })).toBe('a');
    expect(edited('a\nb', { before: 'b\n', after: 'c\n', wholeLines: false })).toBe('a\nc');
  });

  it('a final newline is added or removed when the hunk says so', () => {
    expect(edited('a\nb', { before: 'b', after: 'b\n' })).toBe('a\nb\n');
    expect(edited('a\nb\n', { before: 'b\n', after: 'b' })).toBe('a\nb');
    expect(edited('a\nb', { before: 'b', after: 'b\n', wholeLines: false })).toBe('a\nb\n');
  });

  it('lines that are only context keep their trailing blanks, quotes and dashes', () => {
    const text = 'say(\u201chello\u201d)  \nold()\nend \u2013 here\t\n';
    const hunk = { before: 'say("hello")\nold()\nend - here\n', after: 'say("hello")\nfresh()\nend - here\n' };
    expect(edited(text, hunk)).toBe('say(\u201chello\u201d)  \nfresh()\nend \u2013 here\t\n');
  });

  it('trailing spaces in the replacement are kept', () => {
    expect(edited('a\nb\n', { before: 'b\n', after: 'b  \n' })).toBe('a\nb  \n');
    expect(edited('a\nb\n', { before: 'b', after: 'b  ', wholeLines: false })).toBe('a\nb  \n');
  });

  it('$& and similar references in the replacement are literal', () => {
    expect(edited('a\nb\n', { before: 'b\n', after: "$& $1 $` $' $$\n" })).toBe("a\n$& $1 $` $' $$\n");
    expect(edited('a b c', { before: 'b', after: '$&$1', wholeLines: false })).toBe('a $&$1 c');
  });

  it('trailing blanks that the request adds to every line are not taken over', () => {
    expect(edited('a\nb\nc\n', { before: 'a  \nb  \nc  \n', after: 'a  \nx  \nc  \n' })).toBe('a\nx\nc\n');
  });

  it('curly quotes that the request has where the file has plain ones become plain in new lines', () => {
    const hunk = { before: 'log(\u201ca\u201d)\nrun()\n', after: 'log(\u201cb\u201d)\nrun(\u2018c\u2019)\n' };
    expect(edited('log("a")\nrun()\n', hunk)).toBe('log("b")\nrun(\'c\')\n');
  });

  it('curly quotes are inserted as they are when the old lines are exact', () => {
    expect(edited("it's\n", { before: "it's\n", after: 'it\u2019s\n' })).toBe('it\u2019s\n');
  });
});

describe('the place of an edit', () => {
  it('a duplicate target is refused with the line numbers', () => {
    const report = refused('x\ny\nx\n', { before: 'x\n', after: 'z\n' });
    expect(report).toMatchObject({ status: 'ambiguous', candidates: [1, 3] });
    expect(report.message).toContain('lines 1, 3');
    expect(refused('x x', { before: 'x', after: 'z', wholeLines: false })).toMatchObject({ status: 'ambiguous' });
    expect(refused('aaa', { before: 'aa', after: 'z', wholeLines: false })).toMatchObject({ status: 'ambiguous' });
  });

  it('only a similar line exists: refused, with the closest place as a short diff', () => {
    const report = refused('one\nconst total = price * count;\nthree\n', {
      before: 'const total = price * amount;\n',
      after: 'const total = 0;\n',
    });
    expect(report).toMatchObject({ status: 'not_found', line: 2 });
    expect(report.closest).toBe('-const total = price * amount;\n+const total = price * count;');
    expect(report.similarity).toBeGreaterThan(0.7);
  });

  it('a stale middle between equal first and last lines is refused where it changes', () => {
    const text = 'function f() {\n  return compute(1);\n}\n';
    const hunk = { before: 'function f() {\n  return cache(2);\n}\n', after: 'function f() {\n  return 3;\n}\n' };
    expect(refused(text, hunk).status).toBe('not_found');
    expect(edited(text, { ...hunk, after: 'function g() {\n  return cache(2);\n}\n' })).toBe(
      text.replace('f()', 'g()'),
    );
  });

  it('a line number that is off by 60 does not matter when the text is unique', () => {
    expect(edited(numbered(200), { before: 'line 100\n', after: 'x\n', line: 160 })).toContain('line 99\nx\nline 101');
    expect(edited(numbered(200), { before: 'line 100\n', after: 'x\n', line: 40 })).toContain('line 99\nx\nline 101');
    expect(edited(numbered(20), { before: 'line 3\n', after: 'x\n', line: 9000 })).toContain('line 2\nx\nline 4');
  });

  it('a line number decides between equal places only when it names one of them', () => {
    const text = 'x\n1\n2\n3\nx\n';
    expect(edited(text, { before: 'x\n', after: 'y\n', line: 5 })).toBe('x\n1\n2\n3\ny\n');
    expect(refused(text, { before: 'x\n', after: 'y\n', line: 4 }).status).toBe('ambiguous');
  });

  it('an exact match wins over a similar place', () => {
    expect(edited('  x\nx \nx\n', { before: 'x\n', after: 'y\n' })).toBe('  x\nx \ny\n');
  });

  it('the order of hunks decides between equal places where the format promises it', () => {
    const text = 'a\nx\nb\nx\nc\n';
    const hunks = [
      { before: 'b\n', after: 'B\n' },
      { before: 'x\n', after: 'y\n' },
    ];
    expect(edited(text, hunks, { ordered: true })).toBe('a\nx\nB\ny\nc\n');
    expect(refused(text, hunks)).toMatchObject({ index: 1, status: 'ambiguous' });
  });

  it('the offset of one hunk from its line number decides the place of the next', () => {
    const text = `${'top\n'.repeat(40)}unique\nx\n1\nx\n2\nx\n`;
    const hunks = [
      { before: 'unique\n', after: 'UNIQUE\n', line: 1 },
      { before: 'x\n', after: 'y\n', line: 4 },
    ];
    expect(edited(text, hunks, { ordered: true })).toContain('UNIQUE\nx\n1\ny\n2\nx\n');
  });

  it('an anchor decides between equal places by the block that it names', () => {
    const text = 'class A {\n  run() {\n    go();\n  }\n}\nclass B {\n  run() {\n    go();\n  }\n}\n';
    const hunk = { before: '    go();\n', after: '    stop();\n' };
    expect(edited(text, { ...hunk, anchors: ['class B {'] })).toContain('class B {\n  run() {\n    stop();');
    expect(edited(text, { ...hunk, anchors: ['class A', '  run() {'] })).toContain('class A {\n  run() {\n    stop();');
    expect(refused(text, { ...hunk, anchors: ['  run() {'] }).status).toBe('ambiguous');
    expect(refused(text, { ...hunk, anchors: ['class C {'] }).status).toBe('ambiguous');
  });

  it('the end of the file decides between equal places', () => {
    expect(edited('x\ny\nx\n', { before: 'x\n', after: 'z\n', atEnd: true })).toBe('x\ny\nz\n');
  });

  it('new lines without neighbours go into an empty file, to the end or after their anchor, and nowhere else', () => {
    expect(edited('', { before: '', after: 'a\n' })).toBe('a\n');
    expect(edited('a\n', { before: '', after: 'b\n', atEnd: true })).toBe('a\nb\n');
    expect(edited('a\nb\n', { before: '', after: 'x\n', anchors: ['a'] })).toBe('a\nx\nb\n');
    expect(refused('a\n', { before: '', after: 'x\n', line: 1 }).status).toBe('no_place');
  });
});

describe('several hunks', () => {
  it('are all applied or none', () => {
    expect(
      edited('a\nb\nc\n', [
        { before: 'c\n', after: 'C\n' },
        { before: 'a\n', after: 'A\n' },
      ]),
    ).toBe('A\nb\nC\n');
    expect(
      refused('a\nb\n', [
        { before: 'a\n', after: 'A\n' },
        { before: 'z\n', after: 'Z\n' },
      ]),
    ).toMatchObject({ index: 1 });
  });

  it('may share context lines, but not changed lines', () => {
    const shared = [
      { before: 'a\nb\n', after: 'A\nb\n' },
      { before: 'b\nc\n', after: 'b\nC\n' },
    ];
    expect(edited('a\nb\nc\n', shared)).toBe('A\nb\nC\n');
    const same = [
      { before: 'a\nb\n', after: 'A\nB\n' },
      { before: 'b\nc\n', after: 'x\nc\n' },
    ];
    expect(refused('a\nb\nc\n', same)).toMatchObject({ index: 1, status: 'overlap' });
  });

  it('are not applied twice when one is given twice', () => {
    const hunk = { before: 'a\n', after: 'a\nb\n' };
    expect(refused('a\nc\n', [hunk, hunk]).status).toBe('overlap');
  });
});

describe('a change that has already been made', () => {
  it('is recognised when the old lines are gone', () => {
    expect(refused('const a = 2;\nend\n', { before: 'const a = 1;\nend\n', after: 'const a = 2;\nend\n' }).status).toBe(
      'already_applied',
    );
  });

  it('is recognised when the old lines are still there, as context', () => {
    expect(refused('import a\nimport b\nx\n', { before: 'import a\n', after: 'import a\nimport b\n' }).status).toBe(
      'already_applied',
    );
    expect(refused('import a\nimport b\nx\n', { before: 'import b\n', after: 'import a\nimport b\n' }).status).toBe(
      'already_applied',
    );
    expect(refused('v1.2.3', { before: '1.2', after: '1.2.3', wholeLines: false }).status).toBe('already_applied');
  });

  it('is reported differently from a hunk that changes nothing', () => {
    expect(refused('a\n', { before: 'a\n', after: 'a\n' }).status).toBe('no_change');
  });
});

describe('every occurrence', () => {
  it('is replaced, several in a line too', () => {
    const hunk = { before: 'x', after: 'yy', wholeLines: false, all: true };
    expect(edited('x x\na\nx\r\nx', hunk)).toBe('yy yy\na\nyy\r\nyy');
    expect(edited('aaa', { ...hunk, before: 'aa', after: 'b' })).toBe('ba');
    expect(edited('a,\r\na,\r\nb', { ...hunk, before: 'a,\n', after: 'c,\nd,\n' })).toBe('c,\r\nd,\r\nc,\r\nd,\r\nb');
  });
});

describe('every occurrence of whole lines', () => {
  it('is replaced without overlaps, in the indentation of each place', () => {
    const hunk = { before: 'a\na\n', after: 'b\n', all: true };
    expect(edited('a\na\na\na\na\n', hunk)).toBe('b\nb\na\n');
    expect(edited('  a\n  a\nx\n    a\n    a\n', hunk)).toBe('  b\nx\n    b\n');
  });
});

describe('a request that begins or ends inside a line', () => {
  it('changes only that part', () => {
    expect(edited('const a = foo(1);\n', { before: 'foo(1)', after: 'bar(2)', wholeLines: false })).toBe(
      'const a = bar(2);\n',
    );
    expect(edited('f(a,\r\n  b);\r\n', { before: 'a,\n  b', after: 'a,\n  c', wholeLines: false })).toBe(
      'f(a,\r\n  c);\r\n',
    );
  });

  it('finds text with other quotes, blanks and dots', () => {
    expect(edited('x = \u201cold\u201d\u2026;\n', { before: '"old"...', after: '"new"', wholeLines: false })).toBe(
      'x = "new";\n',
    );
  });

  it('is refused where the rest of a line would be torn off', () => {
    const hunk = { before: 'one();\ntwo();', after: 'one();\ntwo();\nthree();', wholeLines: false };
    expect(refused('one();\ntwo(); // keep\n', hunk).status).toBe('unclear');
  });

  it('includes the whole line when it begins after the indentation and ends with the line', () => {
    const hunk = { before: 'b: 2,\n', after: '', wholeLines: false };
    expect(edited('x = {\n    a: 1,\n    b: 2,\n    c: 3,\n}\n', hunk)).toBe('x = {\n    a: 1,\n    c: 3,\n}\n');
  });

  it('is refused where the first line lacks its indentation and that of the others is unknown', () => {
    const hunk = { before: 'foo();', after: 'foo();\nbar();', wholeLines: false };
    expect(refused('if (x) {\n    foo();\n}\n', hunk).status).toBe('unclear');
    expect(edited('if (x) {\n    foo();\n}\n', { ...hunk, after: 'foo();\n    bar();' })).toBe(
      'if (x) {\n    foo();\n    bar();\n}\n',
    );
  });
});

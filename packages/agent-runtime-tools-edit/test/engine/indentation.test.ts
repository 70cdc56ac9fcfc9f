import { describe, expect, it } from 'vitest';
import { edited, refused } from './edit.ts';

const FILE = 'class A {\n    run() {\n        if (x) {\n            go();\n        }\n    }\n}\n';

describe('a request in another indentation', () => {
  it('that is shifted is rebased into the file, for lines further out too', () => {
    const hunk = {
      before: '    if (x) {\n        go();\n    }\n',
      after: '    if (x) {\n        go();\n        stop();\n    }\nend();\n',
    };
    expect(edited(FILE, hunk)).toBe(
      'class A {\n    run() {\n        if (x) {\n            go();\n            stop();\n        }\n    end();\n    }\n}\n',
    );
  });

  it('that is shifted is rebased for text that may begin inside a line as well', () => {
    const hunk = {
      before: '    if (x) {\n        go();',
      after: '    if (x) {\n        go();\n        stop();',
      wholeLines: false,
    };
    expect(edited(FILE, hunk)).toContain('            go();\n            stop();\n        }');
  });

  it('that is too deep is reduced', () => {
    const hunk = {
      before: '          run() {\n              if (x) {\n',
      after: '          run() {\n              log();\n              if (x) {\n',
    };
    expect(edited(FILE, hunk)).toContain('    run() {\n        log();\n        if (x) {');
  });

  it('with spaces gets the tabs of the file, with the blanks that align kept', () => {
    const text = 'a {\n\tb {\n\t\tc;\n\t}\n}\n';
    expect(
      edited(text, {
        before: '    b {\n        c;\n',
        after: '    b {\n        /**\n         * d\n         */\n        c;\n',
      }),
    ).toBe('a {\n\tb {\n\t\t/**\n\t\t * d\n\t\t */\n\t\tc;\n\t}\n}\n');
    expect(edited(text, { before: '  b {\n    c;\n', after: '  b {\n    c;\n    d;\n' })).toBe(
      'a {\n\tb {\n\t\tc;\n\t\td;\n\t}\n}\n',
    );
  });

  it('with tabs gets the spaces of the file', () => {
    const text = 'a {\n  b {\n    c;\n  }\n}\n';
    expect(edited(text, { before: '\tb {\n\t\tc;\n', after: '\tb {\n\t\tc;\n\t\t\td;\n' })).toContain(
      '    c;\n      d;\n',
    );
  });

  it('gets the indentation of the file where only outermost lines are shared', () => {
    expect(
      edited('a {\n\tb;\n}\n\nc {\n\td;\n}\n', { before: '}\n\nc {\n', after: '}\n\nx {\n    y;\n}\n\nc {\n' }),
    ).toBe('a {\n\tb;\n}\n\nx {\n\ty;\n}\n\nc {\n\td;\n}\n');
    expect(
      edited('a {\n  b;\n}\n\nc {\n  d;\n}\n', { before: '}\n\nc {\n', after: '}\n\nx {\n\ty;\n}\n\nc {\n' }),
    ).toContain('x {\n  y;\n}');
  });

  it('with another width of a level gets that of the file', () => {
    const hunk = { before: '  run() {\n    if (x) {\n', after: '  run() {\n    log();\n    if (x) {\n      more();\n' };
    expect(edited(FILE, hunk)).toContain(
      '    run() {\n        log();\n        if (x) {\n            more();\n            go();',
    );
  });

  it('is refused where the old lines do not show how a new line is indented', () => {
    const hunk = { before: 'run() {\nif (x) {\ngo();\n', after: 'run() {\nif (x) {\ngo();\nstop();\n' };
    expect(refused(FILE, hunk).status).toBe('unclear');
  });

  it('is applied where it only removes lines, whatever its indentation', () => {
    expect(edited(FILE, { before: 'if (x) {\ngo();\n}\n', after: 'if (x) {\n}\n' })).toContain(
      '        if (x) {\n        }\n',
    );
  });

  it('is refused where two places match but for their indentation', () => {
    expect(refused('  x;\n    x;\n', { before: 'x;\n', after: 'y;\n' })).toMatchObject({
      status: 'ambiguous',
      candidates: [1, 2],
    });
  });

  it('that itself turns spaces into tabs does so', () => {
    const text = 'a {\n    b;\n}\nc {\n\td;\n}\n';
    expect(edited(text, { before: 'a {\n    b;\n}\nc {\n\td;\n', after: 'a {\n\tb;\n}\nc {\n\td;\n' })).toBe(
      'a {\n\tb;\n}\nc {\n\td;\n}\n',
    );
    expect(edited('a {\n  b;\n  c;\n}\n', { before: 'a {\n  b;\n  c;\n}\n', after: 'a {\n\tb;\n\tc;\n}\n' })).toBe(
      'a {\n\tb;\n\tc;\n}\n',
    );
  });

  it('exact is written as it is, tabs among spaces included', () => {
    expect(edited('a {\n  b;\n}\n', { before: '  b;\n', after: '  b;\n\tc;\n' })).toBe('a {\n  b;\n\tc;\n}\n');
  });

  it('that only the old lines have leaves the new ones as they are', () => {
    const hunk = {
      before: 'run() {\n    if (x) {\n        go();\n',
      after: '    run() {\n        if (x) {\n            go();\n            stop();\n',
    };
    expect(edited(FILE, hunk)).toContain('            go();\n            stop();\n        }');
  });

  it('is refused where the new lines may have that of the file or of the old lines', () => {
    expect(refused(FILE, { before: 'go();\n', after: '            stop();\n' }).status).toBe('unclear');
  });

  it('is refused where brackets show that the new lines have lost theirs', () => {
    const hunk = { before: 'go();\n', after: 'go();\nif (y) {\nstop();\n}\n' };
    expect(refused(FILE, hunk).status).toBe('unclear');
    expect(edited(FILE, { ...hunk, after: 'go();\nif (y) {\n    stop();\n}\n' })).toContain(
      '            if (y) {\n                stop();\n            }\n',
    );
  });

  it('is refused where one shared line differs and the others do not', () => {
    const text = 'a {\n\tb;\n  c;\n\td;\n}\n';
    expect(refused(text, { before: '\tb;\nc;\n\td;\n', after: '\tb;\nc;\nnew;\n\td;\n' }).status).toBe('unclear');
  });

  it('that lost up to four blanks is rebuilt where some are left, and refused where none are', () => {
    const before = 'run() {\n    if (x) {\n        go();\n';
    const text = `x;\n${FILE}`;
    const whole = `x;\nclass A {\n${before}`;
    expect(edited(text, { before: whole, after: `${whole}        stop();\n` })).toContain(
      '            go();\n            stop();\n',
    );
    expect(refused(text, { before: whole, after: `${whole}stop();\n` }).status).toBe('unclear');
  });

  it('is refused where another place has most of the lines in the indentation that was given', () => {
    const text = 'f(\n\tone,\n\ttwo,\n\tchanged,\n\tfour,\n);\n{\n\t\tone,\n\t\ttwo,\n\t\tthree,\n\t\tfour,\n}\n';
    const hunk = { before: '\tone,\n\ttwo,\n\tthree,\n\tfour,\n', after: '\tone,\n\ttwo,\n\tfour,\n' };
    expect(refused(text, hunk)).toMatchObject({ status: 'ambiguous', candidates: [2, 8] });
  });

  it('is refused where new lines of a patch are as far in as the file has its lines, and not the hunk', () => {
    const before = 'if (x) {\n    go();\n}\n';
    const context = [
      [0, 0],
      [1, 1],
      [2, 3],
    ] as const;
    const after = 'if (x) {\n    go();\n            stop();\n}\n';
    expect(refused(FILE, { before, after, context }).status).toBe('unclear');
    expect(edited(FILE, { before, after: after.replace('            stop', '    stop'), context })).toContain(
      '            go();\n            stop();\n        }\n',
    );
  });

  it('is refused where a statement that stays shows that new lines are further in than it', () => {
    const hunk = { before: 'if (x) {\n    go();\n', after: 'if (x) {\n    go();\n            stop();\n' };
    expect(refused(FILE, hunk).status).toBe('unclear');
  });

  it('is refused where one line of several is indented differently now', () => {
    const text = 'a {\n      b;\n}\nc;\n';
    expect(refused(text, { before: 'a {\n    b;\n}\n', after: 'a {\n    b;\n    n;\n}\n' }).status).toBe('unclear');
  });

  it('is refused where the only old line is indented differently than all lines around it', () => {
    const text = 'a;\n  b;\nc;\n';
    expect(refused(text, { before: 'b;\n', after: 'b;\nn;\n' }).status).toBe('unclear');
  });

  it('of a single line is not accepted where the difference is large', () => {
    const text = 'a {\n  b {\n    c {\n          left = null;\n';
    expect(refused(text, { before: '  left = null;\n', after: '  right = null;\n' }).status).toBe('not_found');
  });

  it('gets tabs or spaces only as a file with blocks has them', () => {
    const hunk = { before: 'b;\n', after: 'b;\nx {\n\ty;\n}\n' };
    expect(refused('a\n\n  - one\n  - two\nb;\n', hunk).status).toBe('unclear');
  });
});

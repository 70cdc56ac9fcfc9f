import { describe, expect, it } from 'vitest';
import { parsePatch } from '../../src/formats/parse-patch.ts';

const read = (...lines: readonly string[]): unknown => {
  const parsed = parsePatch(lines.join('\n'));
  return parsed.ok ? parsed.files : parsed.fault;
};
const begin = (...lines: readonly string[]): unknown => read('*** Begin Patch', ...lines, '*** End Patch', '');

describe('a line that says that there is no newline at the end', () => {
  it('is not believed where further lines follow', () => {
    expect(
      read('--- a/x', '+++ b/x', '@@ -1,1 +1,3 @@', ' a', '\\ No newline at end of file', '+', '+b', ''),
    ).toMatchObject([{ hunks: [{ before: 'a', after: 'a\n\nb\n' }] }]);
  });
});

describe('a patch of the Begin Patch kind', () => {
  it('adds, deletes, updates and moves', () => {
    expect(
      begin(
        '*** Add File: new.txt',
        '+a',
        '+',
        '+b',
        '*** Delete File: old.txt',
        '*** Update File: x.ts',
        '*** Move to: y.ts',
        '@@',
        ' a',
        '-b',
        '+c',
      ),
    ).toMatchObject([
      { kind: 'add', path: 'new.txt', content: 'a\n\nb\n' },
      { kind: 'delete', path: 'old.txt', hunks: [] },
      {
        kind: 'update',
        path: 'x.ts',
        moveTo: 'y.ts',
        hunks: [{ before: 'a\nb\n', after: 'a\nc\n', context: [[0, 0]] }],
      },
    ]);
  });

  it('reads anchors, nested ones, ranges and the end of the file', () => {
    expect(
      begin(
        '*** Update File: x',
        '@@ class A',
        '@@   run() {',
        '-a',
        '+b',
        '@@ -12,3 +12,3 @@ def f',
        '-c',
        '+d',
        '@@',
        '-e',
        '*** End of File',
      ),
    ).toMatchObject([
      {
        hunks: [
          { before: 'a\n', anchors: ['class A', '  run() {'] },
          { before: 'c\n', line: 12, anchors: ['def f'] },
          { before: 'e\n', after: '', atEnd: true },
        ],
      },
    ]);
  });

  it('reads a first hunk without @@, empty context lines without their blank, fences and here-documents', () => {
    expect(begin('*** Update File: x', ' a', '', '-b', '+c', '')).toMatchObject([
      { hunks: [{ before: 'a\n\nb\n', after: 'a\n\nc\n' }] },
    ]);
    expect(read('```', '*** Begin Patch', '*** Delete File: x', '*** End Patch', '```')).toMatchObject([
      { kind: 'delete' },
    ]);
    expect(read("apply_patch <<'EOF'", '*** Begin Patch', '*** Delete File: x', '*** End Patch', 'EOF')).toMatchObject([
      { kind: 'delete' },
    ]);
  });

  it('keeps two sections of one file apart', () => {
    expect(begin('*** Update File: x', '@@', '-a', '+b', '*** Update File: x', '@@', '-c', '+d')).toMatchObject([
      { path: 'x', hunks: [{ before: 'a\n' }] },
      { path: 'x', hunks: [{ before: 'c\n' }] },
    ]);
  });

  it.each([
    ['no end', ['*** Begin Patch', '*** Update File: x', '@@', '-a', '+b'], 5],
    ['no beginning', ['*** Update File: x', '@@', '-a', '*** End Patch'], 1],
    ['a line without a sign', ['*** Begin Patch', '*** Update File: x', '@@', '-a', 'b', '*** End Patch'], 5],
    ['a new file without signs', ['*** Begin Patch', '*** Add File: x', 'a', '*** End Patch'], 3],
    ['an unknown section', ['*** Begin Patch', '*** Rename File: x', '*** Update File: y', '-a', '*** End Patch'], 2],
    ['a hunk of context only', ['*** Begin Patch', '*** Update File: x', '@@', ' a', '*** End Patch'], 3],
    ['an update without a hunk', ['*** Begin Patch', '*** Update File: x', '*** End Patch'], 2],
    ['no path', ['*** Begin Patch', '*** Delete File: ', '*** End Patch'], 2],
    ['no file', ['*** Begin Patch', '*** End Patch'], 1],
  ])('says where the fault is: %s', (_, lines, line) => {
    expect(parsePatch(lines.join('\n'))).toMatchObject({ ok: false, fault: { line } });
  });
});

describe('a unified diff', () => {
  it('is read with its line hints and headings', () => {
    expect(
      read(
        '--- a/src/x.ts\t2024-01-01',
        '+++ b/src/x.ts',
        '@@ -10,3 +10,3 @@ function f() {',
        ' a',
        '-b',
        '+c',
        ' d',
        '',
      ),
    ).toMatchObject([
      {
        kind: 'update',
        path: 'src/x.ts',
        hunks: [{ before: 'a\nb\nd\n', after: 'a\nc\nd\n', line: 10, anchors: ['function f() {'] }],
      },
    ]);
  });

  it('is read although its counts are wrong', () => {
    expect(
      read(
        '--- a/x',
        '+++ b/x',
        '@@ -1,9 +1,1 @@',
        ' a',
        '-b',
        '+c',
        '@@ -20 +20 @@',
        '-d',
        '-e',
        '+f',
        '--- a/y',
        '+++ b/y',
        '@@ -1 +1 @@',
        '-g',
        '+h',
      ),
    ).toMatchObject([
      { path: 'x', hunks: [{ before: 'a\nb\n' }, { before: 'd\ne\n', line: 20 }] },
      { path: 'y', hunks: [{ before: 'g\n' }] },
    ]);
  });

  it('is read without numbers, and with empty context lines that lost their blank', () => {
    expect(read('--- x', '+++ x', '@@', ' a', '', '-b', '+c', '')).toMatchObject([
      { path: 'x', hunks: [{ before: 'a\n\nb\n' }] },
    ]);
    expect(read('--- x', '+++ x', '@@ -1,3 +1,2 @@', ' a', '-b', '', '')).toMatchObject([
      { hunks: [{ before: 'a\nb\n\n', after: 'a\n\n' }] },
    ]);
  });

  it('keeps removed and added lines that look like headers', () => {
    expect(read('--- a/x', '+++ b/x', '@@ -1,2 +1,2 @@', '--- old', '+++ new', ' c')).toMatchObject([
      { hunks: [{ before: '-- old\nc\n', after: '++ new\nc\n' }] },
    ]);
  });

  it('says whether the file ends with a newline', () => {
    const end = '\\ No newline at end of file';
    expect(read('--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', end, '+b')).toMatchObject([
      { hunks: [{ before: 'a', after: 'b\n' }] },
    ]);
    expect(read('--- a/x', '+++ b/x', '@@ -1,2 +1,2 @@', '-a', '+b', ' c', end)).toMatchObject([
      { hunks: [{ before: 'a\nc', after: 'b\nc' }] },
    ]);
  });

  it('makes and deletes files', () => {
    expect(
      read('diff --git a/n b/n', 'new file mode 100755', '--- /dev/null', '+++ b/n', '@@ -0,0 +1,2 @@', '+a', '+b'),
    ).toEqual([{ kind: 'add', path: 'n', line: 1, content: 'a\nb\n', mode: 0o755 }]);
    expect(read('--- a/n', '+++ /dev/null', '@@ -1 +0,0 @@', '-a')).toMatchObject([
      { kind: 'delete', path: 'n', hunks: [{ before: 'a\n', after: '' }] },
    ]);
    expect(read('diff --git a/e b/e', 'new file mode 100644', 'index 0000000..e69de29')).toMatchObject([
      { kind: 'add', path: 'e', content: '' },
    ]);
  });

  it('renames, copies and changes modes', () => {
    expect(read('diff --git a/x b/y', 'similarity index 100%', 'rename from x', 'rename to y')).toMatchObject([
      { kind: 'update', path: 'x', moveTo: 'y', hunks: [] },
    ]);
    expect(
      read('diff --git a/x b/y', 'copy from x', 'copy to y', '--- a/x', '+++ b/y', '@@ -1 +1 @@', '-a', '+b'),
    ).toMatchObject([{ path: 'x', moveTo: 'y', copy: true, hunks: [{ before: 'a\n' }] }]);
    expect(read('diff --git a/x b/x', 'old mode 100644', 'new mode 100755')).toMatchObject([
      { kind: 'update', path: 'x', mode: 0o755, hunks: [] },
    ]);
  });

  it('reads quoted paths, paths with blanks and other prefixes', () => {
    expect(read('--- "a/\\056\\056/mark"', '+++ "b/\\056\\056/mark"', '@@ -1 +1 @@', '-a', '+b')).toMatchObject([
      { path: '../mark' },
    ]);
    expect(
      read('diff --git "a/f\\303\\274r.txt" "b/f\\303\\274r.txt"', 'old mode 100644', 'new mode 100755'),
    ).toMatchObject([{ path: 'für.txt' }]);
    expect(read('diff --git a/my file b/my file', 'old mode 100644', 'new mode 100755')).toMatchObject([
      { path: 'my file' },
    ]);
    expect(read('--- a/my file\t', '+++ b/my file\t', '@@ -1 +1 @@', '-a', '+b')).toMatchObject([{ path: 'my file' }]);
    expect(read('--- src/a', '+++ src/a', '@@ -1 +1 @@', '-a', '+b')).toMatchObject([{ path: 'src/a' }]);
    expect(read('--- i/x', '+++ w/x', '@@ -1 +1 @@', '-a', '+b')).toMatchObject([{ path: 'x' }]);
  });

  it('ends where the signature of a mailed patch begins', () => {
    expect(
      read('From 123', 'Subject: x', '', '--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+b', '-- ', '2.39.0', ''),
    ).toMatchObject([{ hunks: [{ before: 'a\n', after: 'b\n' }] }]);
  });

  it.each([
    ['a link', ['diff --git a/l b/l', 'new file mode 120000', '--- /dev/null', '+++ b/l', '@@ -0,0 +1 @@', '+x'], 2],
    ['a submodule', ['diff --git a/l b/l', 'new file mode 160000'], 2],
    [
      'a changed link',
      ['diff --git a/l b/l', 'index 1234567..89abcde 120000', '--- a/l', '+++ b/l', '@@ -1 +1 @@', '-x', '+y'],
      2,
    ],
    ['binary content', ['diff --git a/l b/l', 'index 1..2 100644', 'GIT binary patch', 'literal 3'], 3],
    ['binary files', ['diff --git a/l b/l', 'Binary files a/l and b/l differ'], 2],
    ['a merge', ['diff --git a/x b/x', '--- a/x', '+++ b/x', '@@@ -1,1 -1,1 +1,1 @@@', '- a'], 4],
  ])('is refused as unsupported: %s', (_, lines, line) => {
    expect(parsePatch(lines.join('\n'))).toMatchObject({ ok: false, fault: { line, unsupported: true } });
  });

  it.each([
    ['nothing', [''], 1],
    ['a hunk without a file', ['@@ -1 +1 @@', '-a', '+b'], 1],
    ['only one of the two headers', ['--- a/x', '@@ -1 +1 @@', '-a'], 1],
    ['a line without a sign', ['--- a/x', '+++ b/x', '@@ -1,3 +1,3 @@', '-a', 'oops', '+b'], 5],
    ['a hunk of context only', ['--- a/x', '+++ b/x', '@@ -1 +1 @@', ' a'], 3],
    ['no hunk', ['--- a/x', '+++ b/x'], 1],
  ])('says where the fault is: %s', (_, lines, line) => {
    const parsed = parsePatch(lines.join('\n'));
    expect(parsed).toMatchObject({ ok: false, fault: { line } });
    expect(!parsed.ok && parsed.fault.unsupported).toBeFalsy();
  });
});

const NEW = ['--- /dev/null', '+++ b/a.txt', '@@ -0,0 +1,2 @@'];

describe('the line breaks of a file that a patch adds', () => {
  it.each([
    ['are LF', [...NEW, '+a', '+b'], 'a\nb\n'],
    ['are CRLF where the added lines have it', [...NEW, '+a\r', '+b\r'], 'a\r\nb\r\n'],
    ['are mixed where they are so in the patch', [...NEW, '+a\r', '+b'], 'a\r\nb\n'],
    ['are CRLF without a final one', [...NEW, '+a\r', '+b', '\\ No newline at end of file'], 'a\r\nb'],
    ['are kept for a line of plus signs', [...NEW, '+++ a\r'], '++ a\r\n'],
    ['are kept in the other form', ['*** Begin Patch', '*** Add File: a.txt', '+a\r', '*** End Patch'], 'a\r\n'],
    ['are LF where the patch was written with CRLF throughout', [...NEW, '+a'].map((line) => `${line}\r`), 'a\n'],
  ])('%s', (_what, lines, content) => {
    expect(read(...lines)).toMatchObject([{ kind: 'add', path: 'a.txt', content }]);
  });
});

import { describe, expect, it } from 'vitest';
import { patchPaths } from '../../src/patch/patch-paths.ts';

function named(patch: string): string[] {
  return patchPaths(patch).map(({ path, access }) => `${access} ${path}`);
}

describe('patchPaths', () => {
  it('finds what an envelope adds, updates, deletes and moves', () => {
    const patch =
      '*** Begin Patch\n*** Add File: a\n+x\n*** Update File: b c\n*** Move to: d\n*** Delete File: e\r\n*** End Patch';
    expect(named(patch)).toEqual(['write a', 'write b c', 'write d', 'delete e']);
  });

  it('finds the files of unified and git diffs', () => {
    const patch =
      'diff --git a/x b/y\nrename from x\nrename to y\n--- a/x\t2024-01-01\n+++ b/y\n--- /dev/null\n+++ b/new\n';
    const paths = named(patch);
    for (const wanted of ['write x', 'write y', 'write new']) expect(paths).toContain(wanted);
    expect(paths.join()).not.toContain('/dev/null');
  });

  it('reads quoted names as git writes them', () => {
    expect(named('+++ "b/caf\\303\\251 \\"x\\""')).toContain('write café "x"');
    expect(named('diff --git a/two words b/two words')).toContain('write two words');
  });

  it.each([
    ['\\n', '\n'],
    ['\\t', '\t'],
    ['\\r', '\r'],
    ['\\a', '\u0007'],
    ['\\b', '\b'],
    ['\\f', '\f'],
    ['\\v', '\v'],
    ['\\\\', '\\'],
    ['\\"', '"'],
    ['\\001', '\u0001'],
  ])('reads the escape %s in a quoted name', (escape, character) => {
    expect(named(`+++ "b/x${escape}y"`)).toContain(`write x${character}y`);
  });

  it('splits the two names of a git header at the blank between them', () => {
    expect(named('diff --git "a/x y" "b/z w"')).toEqual(expect.arrayContaining(['write x y', 'write z w']));
    expect(named('diff --git "a/x y" b/z')).toEqual(expect.arrayContaining(['write x y', 'write z']));
    expect(named('diff --git a/x b/longer')).toEqual(expect.arrayContaining(['write x', 'write longer']));
  });

  it.each([
    ['a', 'b'],
    ['b', 'a'],
    ['c', 'i'],
    ['i', 'w'],
    ['c', 'w'],
    ['o', 'w'],
  ])('removes the prefixes %s/ and %s/, which git writes as a pair', (from, to) => {
    const [first, second] = patchPaths(`--- ${from}/old\n+++ ${to}/new`).filter(({ possible }) => possible !== true);
    expect([first?.path, second?.path]).toEqual(['old', 'new']);
  });

  it.each([
    ['a', 'w'],
    ['a', 'a'],
    ['x', 'y'],
  ])('keeps %s/ and %s/, which are no pair of prefixes', (from, to) => {
    const [first, second] = patchPaths(`--- ${from}/old\n+++ ${to}/new`).filter(({ possible }) => possible !== true);
    expect([first?.path, second?.path]).toEqual([`${from}/old`, `${to}/new`]);
  });

  it('removes the prefix of a file that is created or deleted only if it is the usual one', () => {
    const definite = (patch: string): string[] =>
      patchPaths(patch).flatMap(({ path, possible }) => (possible === true ? [] : [path]));
    expect(definite('--- /dev/null\n+++ b/new')).toEqual(['new']);
    expect(definite('--- /dev/null\n+++ a/new')).toEqual(['a/new']);
    expect(definite('--- a/old\n+++ /dev/null')).toEqual(['old']);
    expect(definite('--- b/old\n+++ /dev/null')).toEqual(['b/old']);
  });

  it('keeps the accesses of several files in one patch apart', () => {
    const patch = '--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-y\n+z\n';
    expect(named(patch)).toContain('delete x');
    expect(named(patch)).toContain('write y');
    expect(named(patch)).not.toContain('delete y');
  });

  it('finds a header without its partner, as a name that some tools might read', () => {
    expect(patchPaths('+++ b/.env\n')).toEqual([
      { path: 'b/.env', access: 'write', possible: true },
      { path: '.env', access: 'write', possible: true },
    ]);
    expect(patchPaths('--- .env\n')).toEqual([{ path: '.env', access: 'write', possible: true }]);
  });

  it('finds no file in a header of an envelope that names none', () => {
    expect(patchPaths('*** Begin Patch\n*** Add File:\n*** End Patch')).toEqual([]);
    expect(named('*** Begin Patch\n*** Move File: x\n*** End Patch')).toEqual(['write x']);
  });

  it('tells what is deleted and what is renamed from what is written', () => {
    expect(named('--- a/x\n+++ /dev/null')).toContain('delete x');
    expect(named('diff --git a/x b/x\nindex 1..2\ndeleted file mode 100644')).toContain('delete x');
    expect(named('diff --git a/z b/z\nrename from .env\nrename to z')).toContain('write .env');
    expect(named('diff --git a/z b/z\ncopy from .env\ncopy to z')).toContain('read .env');
  });

  it.each([
    ['a mark at its start', '\ufeff--- a/.env\n+++ /dev/null', 'delete .env'],
    ['words behind a quoted name', '--- "a/.env" x\n+++ "b/.env" x', 'write .env'],
    ['one name in quotes', 'diff --git a/x y "b/.env"\nold mode 100644', 'write .env'],
    ['a separator in a name', '--- a/e\u2028x\n+++ b/e\u2028x', 'write e\u2028x'],
    ['a lone return in a name', '--- a/e\rx\n+++ b/e\rx', 'write e\rx'],
  ])('is not misled by %s', (_, patch, path) => {
    expect(named(patch)).toContain(path);
  });

  it('does not take a removed line for a header', () => {
    const removed = patchPaths('--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n y\n--- a comment\n');
    expect(removed.find(({ path }) => path === 'a comment')).toMatchObject({ possible: true });
  });

  it('takes a prefix for a part of the name where its partner is not the usual one', () => {
    const definite = (patch: string): string[] =>
      patchPaths(patch)
        .filter(({ possible }) => possible !== true)
        .map(({ path }) => path);
    expect(definite('--- a/src/f\n+++ b/src/f')).not.toContain('a/src/f');
    expect(definite('--- a/src/f\n+++ a/src/f')).toContain('a/src/f');
  });

  it.each([
    ['blanks before and within it', '  ***  Update   File:  .env  ', 'write .env'],
    ['another case', '*** DELETE FILE: .env', 'delete .env'],
    ['no blank behind its colon', '\t*** Add File:.env', 'write .env'],
    ['the word of another tool', '*** Rename to: .env', 'write .env'],
  ])('reads a header with %s', (_, line, path) => {
    expect(named(`*** Begin Patch\n${line}\n*** End Patch`)).toContain(path);
  });

  it('takes the original of a copy for read only where nothing else writes to it', () => {
    const lines = ['diff --git a/.env b/x', 'copy from .env', 'copy to x'];
    expect(named(lines.join('\n'))).toContain('read .env');
    expect(named([...lines, '--- x', '+++ .env', '@@ -1 +1 @@'].join('\n'))).toContain('write .env');
    expect(named([...lines, 'copy from y', 'copy to .env'].join('\n'))).toContain('write .env');
    expect(named('copy from .env\ncopy to x\n--- x\n+++ .env')).toContain('write .env');
    expect(named([...lines, 'deleted file mode 100644'].join('\n'))).toContain('delete .env');
  });

  it('stops where there are more paths than somebody wants to look at', () => {
    const patch = Array.from({ length: 50 }, (_, index) => `*** Add File: f${index}\n+x`).join('\n');
    expect(patchPaths(patch)).toHaveLength(50);
    expect(patchPaths(patch, { limit: 10 })).toHaveLength(11);
  });

  it('reads long lines in time that grows with them alone', () => {
    const started = performance.now();
    for (const line of [
      `*** Add File: a${' '.repeat(200_000)}b`,
      `${'\t'.repeat(200_000)}x`,
      `--- ${'"\\'.repeat(100_000)}`,
    ])
      patchPaths(`${line}\n+++ x`);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it('finds nothing in a text that is no patch', () => {
    expect(patchPaths('hello')).toEqual([]);
  });
});

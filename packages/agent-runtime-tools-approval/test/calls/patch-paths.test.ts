import { describe, expect, it } from 'vitest';
import { patchPaths } from '../../src/calls/patch-paths.ts';

function named(patch: string): string[] {
  return (patchPaths(patch) ?? []).map(({ path, access }) => `${access} ${path}`);
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
    for (const wanted of ['write x', 'write y', 'read x', 'write new']) expect(paths).toContain(wanted);
    expect(paths.join()).not.toContain('/dev/null');
  });

  it('reads quoted names as git writes them', () => {
    expect(named('+++ "b/caf\\303\\251 \\"x\\""')).toContain('write café "x"');
    expect(named('diff --git a/two words b/two words')).toContain('write two words');
  });

  it('finds nothing in a text that is no patch', () => {
    expect(patchPaths('hello')).toBeUndefined();
  });
});

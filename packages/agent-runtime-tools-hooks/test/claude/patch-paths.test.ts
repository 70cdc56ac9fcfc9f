import { describe, expect, it } from 'vitest';
import { callPaths } from '../../src/claude/call-paths.ts';

const inPatch = (...lines: string[]): string[] => callPaths({ patch: lines.join('\n') });

describe('the paths of a patch', () => {
  it.each([
    ['*** Update File: secret.ts'],
    ['*** Update File:secret.ts'],
    ['*** Update File:  secret.ts  '],
    ['*** Update File: secret.ts\r'],
    ['*** Delete File:\tsecret.ts'],
    ['*** Move to:secret.ts'],
    ['diff --git a/secret.ts b/secret.ts'],
    ['diff --git "a/secr\\145t.ts" "b/secret.ts"'],
    ['rename from "secret.ts"'],
    ['rename to secret.ts\r'],
    ['--- a/secret.ts\n+++ b/secret.ts'],
    ['--- "a/secret.ts"\n+++ "b/secret.ts"'],
    ['--- secret.ts\t2026-01-01\n+++ secret.ts\t2026-01-01\r'],
    ['--- /dev/null\n+++ b/secret.ts'],
    ['--- i/secret.ts\n+++ w/secret.ts'],
  ])('are found however a header is spelled: %j', (header) => {
    expect(inPatch('*** Begin Patch', header, '@@ -1 +1 @@', '-a', '+b')).toEqual(['secret.ts']);
  });

  it('keep a folder that is called like a prefix', () => {
    expect(inPatch('--- a/x.ts', '+++ a/x.ts')).toEqual(['a/x.ts']);
    expect(inPatch('diff --git b/x.ts b/x.ts', 'deleted file mode 100644')).toEqual(['b/x.ts']);
  });

  it('may hold blanks, quotes and line separators', () => {
    expect(inPatch('diff --git a/my file.ts b/my file.ts')).toEqual(['my file.ts']);
    expect(inPatch('*** Add File: a\u2028b.ts')).toEqual(['a\u2028b.ts']);
    expect(inPatch('rename from "a\\"b.ts"', 'rename to c.ts')).toEqual(['a"b.ts', 'c.ts']);
  });

  it('are found in time that grows with the patch alone', () => {
    const start = performance.now();
    for (const line of ['diff --git "', '--- "\\', '*** Update File:   ', 'rename from \t'])
      inPatch(...Array.from({ length: 5000 }, () => line + ' \\"'.repeat(20)), line + ' \\"\t'.repeat(50_000));
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

import { describe, expect, it } from 'vitest';
import { callPaths } from '../../src/claude/call-paths.ts';

describe('the paths of a call', () => {
  it.each(['path', 'file_path', 'filePath', 'file', 'filename', 'notebook_path', 'target_file', 'from', 'to'])(
    'include the text of the parameter %s, unless it is empty or no text',
    (name) => {
      expect(callPaths({ [name]: 'a.ts' })).toEqual(['a.ts']);
      expect(callPaths({ [name]: '' })).toEqual([]);
      expect(callPaths({ [name]: 5 })).toEqual([]);
    },
  );

  it.each(['paths', 'file_paths', 'files'])('include every entry of the list %s', (name) => {
    expect(callPaths({ [name]: ['a.ts', { path: 'b.ts' }, { file_path: 'c.ts' }, 5, ''] })).toEqual([
      'a.ts',
      'b.ts',
      'c.ts',
    ]);
    expect(callPaths({ [name]: 'a.ts' })).toEqual([]);
  });

  it.each(['patch', 'input'])('include the files of the patch in the parameter %s', (name) => {
    expect(callPaths({ [name]: '--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-a\n+b\n' })).toEqual(['x.ts']);
  });

  it('are distinct, and do not include other parameters', () => {
    expect(callPaths({ path: 'a.ts', files: ['a.ts', 'b.ts'], to: 'b.ts', content: 'c.ts' })).toEqual(['a.ts', 'b.ts']);
  });
});

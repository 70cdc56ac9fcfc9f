import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../scripts/workspace.mjs';
import { checkTraces } from './src/check-traces.ts';
import { temporaryTree } from './src/temporary-tree.ts';

const host = ['registry', 'npmjs', 'org'].join('.');

describe('traces of the machine', () => {
  it('are in no file of this repository', () => {
    expect(checkTraces(root)).toEqual([]);
  });

  it('are found: the folder of the repository, a registry in a page, a download in the lock file', () => {
    const outer = temporaryTree({
      'repo/a.md': 'See PLACE/repo/notes.txt',
      'repo/b.yaml': `registry: https://${host}/`,
      'repo/pnpm-lock.yaml': 'resolution: {tarball: https://example.com/a.tgz}',
      'repo/c.ts': 'const names = registry.tools.names;',
    });
    const inner = join(outer, 'repo');
    execFileSync('sed', ['-i', `s#PLACE#${outer}#`, join(inner, 'a.md')]);
    expect(checkTraces(inner)).toEqual([
      `a.md: names a folder of this machine, ${outer}/`,
      `b.yaml: names a registry host, ${host}`,
      'pnpm-lock.yaml: says where a package was downloaded from',
    ]);
  });

  it('are not seen in a folder that every machine has', () => {
    const tree = temporaryTree({ 'a.ts': `const scratch = '${dirname(temporaryTree({}))}/scratch';` });
    expect(checkTraces(tree)).toEqual([]);
  });

  it('are not looked for in files that git ignores', () => {
    const tree = temporaryTree({ '.gitignore': 'a.md\n', 'a.md': `https://${host}`, 'b.md': `https://${host}` });
    execFileSync('git', ['init', '-q'], { cwd: tree });
    expect(checkTraces(tree)).toEqual([`b.md: names a registry host, ${host}`]);
  });
});

import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { guardGitFolder } from '../../src/workspace-view/git-folder.ts';
import { inPinnedFolder, withOwnerAccess } from '../../src/workspace-view/pinned-folder.ts';
import { restoreLink, setAside } from '../../src/workspace-view/set-aside.ts';
import { makeFolder } from '../test-sandbox.ts';

/** A workspace in which a folder has become a link to somebody's repository. */
function swapped(): { readonly outside: string; readonly sub: string } {
  const [root, outside] = [makeFolder(), makeFolder({ 'repo/.git/HEAD': 'x', 'repo/a.txt': '' })];
  onTestFinished(() => [root, outside].forEach((folder) => rmSync(folder, { recursive: true, force: true })));
  symlinkSync(join(outside, 'repo'), join(root, 'sub'));
  return { outside: join(outside, 'repo'), sub: join(root, 'sub') };
}

describe.skipIf(process.platform !== 'linux')('what is done to a workspace after a run', () => {
  it('renames and creates nothing outside if a folder is replaced by a link meanwhile', () => {
    const { outside, sub } = swapped();
    expect(setAside({ path: join(sub, '.git') })).toBeUndefined();
    expect(setAside({ path: join(sub, '.git', 'HEAD') })).toBeUndefined();
    restoreLink({ path: join(sub, '.claude'), kind: 'link', guard: 'read-only', target: '/' });
    guardGitFolder(join(sub, '.git'), { makeHooks: true });
    expect(readdirSync(outside).toSorted()).toEqual(['.git', 'a.txt']);
    expect(readdirSync(join(outside, '.git'))).toEqual(['HEAD']);
  });

  it('changes no rights outside', () => {
    const { outside, sub } = swapped();
    chmodSync(outside, 0o500);
    expect(inPinnedFolder(sub, (held) => withOwnerAccess(held, () => 'inside'))).toBeUndefined();
    expect(statSync(outside).mode & 0o777).toBe(0o500);
  });

  it('restores the mode of a folder, even if the work fails', () => {
    const folder = makeFolder({ 'x/': '' });
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'x');
    chmodSync(path, 0o111);
    expect(inPinnedFolder(path, (held) => withOwnerAccess(held, () => mkdirSync(join(held, 'made'))))).toBeUndefined();
    const fails = (): never => {
      throw new Error('no');
    };
    expect(inPinnedFolder(path, (held) => withOwnerAccess(held, fails))).toBeUndefined();
    expect(statSync(path).mode & 0o777).toBe(0o111);
    expect(existsSync(join(path, 'made'))).toBe(true);
  });
});

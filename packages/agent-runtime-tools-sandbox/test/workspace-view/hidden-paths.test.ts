import { symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import { afterAll, describe, expect, it } from 'vitest';
import { HiddenPaths } from '../../src/workspace-view/hidden-paths.ts';
import { makeFolder, removeFolders } from '../test-sandbox.ts';

afterAll(removeFolders);

function counted(root: string): { readonly hidden: HiddenPaths; readonly asked: () => number } {
  const workspace = createWorkspace({ roots: [root], state: makeFolder() });
  let count = 0;
  const counting: Pick<Workspace, 'hiddenPathMatcher'> = {
    hiddenPathMatcher: () => {
      count += 1;
      return workspace.hiddenPathMatcher();
    },
  };
  const hidden = new HiddenPaths(counting, [{ path: root, readOnly: false }]);
  return { hidden, asked: () => count };
}

describe('hidden paths', () => {
  it('are read once as long as no ignore file changes', async () => {
    const root = makeFolder();
    const { hidden, asked } = counted(root);
    for (let times = 0; times < 3; times += 1) expect((await hidden.matcher())(join(root, 'a.env'))).toBe(false);
    expect(asked()).toBe(1);
  });

  it('follow every change of the ignore files at once', async () => {
    const root = makeFolder();
    const { hidden } = counted(root);
    const path = join(root, 'a.env');
    const isHidden = async () => (await hidden.matcher())(path);
    const seen = [await isHidden()];
    for (const rule of ['*.env', '*.xyz', '*.env', '*.key', '*.env']) {
      writeFileSync(join(root, '.toolignore'), rule);
      seen.push(await isHidden());
    }
    expect(seen).toEqual([false, true, false, true, false, true]);
  });

  it('are read each time if an ignore file is a link, whose target may change', async () => {
    const [root, elsewhere] = [makeFolder(), makeFolder({ rules: '*.env' })];
    symlinkSync(join(elsewhere, 'rules'), join(root, '.toolignore'));
    utimesSync(join(elsewhere, 'rules'), 1, 1);
    const { hidden, asked } = counted(root);
    for (let times = 0; times < 3; times += 1) await hidden.matcher();
    expect(asked()).toBe(3);
  });
});

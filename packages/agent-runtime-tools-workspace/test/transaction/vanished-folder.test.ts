import { existsSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { interceptFileSystem, nodeFileSystem } from '../../src/index.ts';
import { codeOf, temporaryWorkspace } from '../temporary-workspace.ts';

/** A workspace in which somebody removes the empty folder `shared` before a folder is created in it, this many times. */
function withRemovals(times: number) {
  let removed = 0;
  const fs = interceptFileSystem(nodeFileSystem, ({ name, path }) => {
    if (name !== 'mkdir' || !path.endsWith('/own') || removed === times) return;
    removed++;
    rmdirSync(join(made.root, 'shared'));
  });
  const made = temporaryWorkspace({ 'shared/first.txt': 'x' }, { fs });
  return { ...made, removed: () => removed };
}

describe('a write into a folder that another undo removes at the same moment', () => {
  it('creates the folder again', async () => {
    const made = withRemovals(2);
    await made.workspace.remove('shared/first.txt');
    await made.workspace.write('shared/own/a.txt', 'a');
    expect([made.text('shared/own/a.txt'), made.removed()]).toEqual(['a', 2]);
  });

  it('is given up after a few attempts, and leaves nothing behind', async () => {
    const made = withRemovals(Infinity);
    await made.workspace.remove('shared/first.txt');
    expect(await codeOf(made.workspace.write('shared/own/a.txt', 'a'))).toBe('FILE_NOT_FOUND');
    expect(existsSync(join(made.root, 'shared'))).toBe(false);
  });
});

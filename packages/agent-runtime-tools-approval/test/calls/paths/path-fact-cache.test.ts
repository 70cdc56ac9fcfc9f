import { renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderGuard } from '../../../src/calls/paths/folder-guard.ts';
import { PathFactCache } from '../../../src/calls/paths/path-fact-cache.ts';
import type { PathFact } from '../../../src/calls/paths/path-fact.ts';
import { Folder } from '../../fixtures/folder.ts';

const WITH_COMMANDS = { checkCommandPaths: true };

describe('PathFactCache', () => {
  it('returns the same fact as long as the disk gives the same answer', () => {
    using folder = new Folder({ 'a.txt': '' });
    const cache = new PathFactCache(folderGuard([folder.path]));
    const factOf = (path: string, access: 'read' | 'write' = 'read'): PathFact =>
      cache.startCall(WITH_COMMANDS).factOf({ path, access }, folder.path, 'argument');
    const first = factOf('a.txt');
    expect(first).toMatchObject({ place: 'inside', exists: true });
    expect(factOf('a.txt')).toBe(first);
    expect(factOf('a.txt', 'write')).not.toBe(first);
    renameSync(join(folder.path, 'a.txt'), join(folder.path, 'b.txt'));
    expect(factOf('a.txt')).toMatchObject({ place: 'inside', exists: false });
    symlinkSync('/etc/passwd', join(folder.path, 'a.txt'));
    expect(factOf('a.txt')).toMatchObject({ place: 'outside', real: '/etc/passwd' });
  });

  it('reads the disk once for each path of a call', () => {
    using folder = new Folder();
    const call = new PathFactCache(folderGuard([folder.path])).startCall(WITH_COMMANDS);
    const use = { path: 'new.txt', access: 'write' } as const;
    const before = call.factOf(use, folder.path, 'argument');
    writeFileSync(join(folder.path, 'new.txt'), '');
    expect(call.factOf(use, folder.path, 'argument')).toBe(before);
    expect(before.exists).toBe(false);
  });

  it('checks the paths of a command only where that is asked for, and only for their real paths', () => {
    using folder = new Folder({ 'a.txt': '' });
    const cache = new PathFactCache(folderGuard([folder.path]));
    const use = { path: 'a.txt', access: 'read' } as const;
    const unchecked = cache.startCall({ checkCommandPaths: false }).factOf(use, folder.path, 'command');
    expect(unchecked).toMatchObject({ place: 'unchecked', real: undefined });
    const checked = cache.startCall(WITH_COMMANDS).factOf(use, folder.path, 'command');
    expect(checked).toMatchObject({ place: 'unchecked', real: join(folder.path, 'a.txt') });
  });

  it('gives up on a call with more than 200 paths', () => {
    using folder = new Folder();
    const call = new PathFactCache(folderGuard([folder.path])).startCall(WITH_COMMANDS);
    for (let each = 0; each < 200; each++) call.factOf({ path: `${each}`, access: 'read' }, folder.path, 'argument');
    expect(call.mustWait).toBe(false);
    call.factOf({ path: 'one more', access: 'read' }, folder.path, 'argument');
    expect(call.mustWait).toBe(true);
  });
});

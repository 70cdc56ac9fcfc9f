import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SyncDiskReader } from '@ku0/agent-runtime-tools-workspace';
import { folderGuard } from '../../../src/calls/paths/folder-guard.ts';
import { pathFact, type PathFact } from '../../../src/calls/paths/path-fact.ts';
import { combinedGuard } from '../../../src/calls/paths/path-guard.ts';
import { workspaceGuard } from '../../../src/calls/paths/workspace-guard.ts';
import { Folder } from '../../fixtures/folder.ts';

const NAMES = ['a', 'b', 'c', '.git', 'é', 'É'];
const TARGETS = [
  'a',
  'b/c',
  '..',
  '../a',
  '../../outside',
  '../outside/a',
  '/etc',
  '.',
  'nowhere',
  'b',
  '../ws',
  '.git',
];
const ACCESSES = ['read', 'write', 'delete'] as const;

describe('A guard', () => {
  it('gives the same answer synchronously and asynchronously, on random trees with links', async () => {
    const random = generator(20_261_116);
    for (let tree = 0; tree < 25; tree++) {
      using folder = new Folder();
      const more = join(folder.base, 'more');
      for (const place of [more, join(folder.base, 'outside/a')]) mkdirSync(place, { recursive: true });
      grow(folder.path, random, 3);
      await folder.workspace.roots();
      const guards = [
        workspaceGuard(folder.workspace),
        folderGuard([folder.path]),
        combinedGuard([workspaceGuard(folder.workspace), folderGuard([more])]),
      ];
      const shared = new SyncDiskReader();
      for (let each = 0; each < 40; each++) {
        const access = pick(random, ACCESSES);
        const given = randomPath(random, folder);
        const base = random() < 0.8 ? folder.path : join(folder.path, pick(random, NAMES));
        for (const guard of guards) {
          const fact = pathFact({ path: given, access }, base, 'argument');
          const later = await guard.check(fact);
          const now = guard.checkSync(fact, random() < 0.5 ? shared : new SyncDiskReader());
          expect(now, `${access} ${given} in ${base}`).toEqual(later);
        }
        const [, folders] = guards;
        const fact = pathFact({ path: given, access }, base, 'argument');
        const found = folders?.checkSync(fact, shared);
        if (!/\.\.|^~/.test(given)) expect(summary(found), given).toEqual(await independent(folder.path, fact));
      }
    }
  }, 60_000);

  it('treats a path that the system cannot look up as outside', async () => {
    using folder = new Folder();
    const guard = folderGuard([folder.path]);
    const fact = pathFact({ path: 'x'.repeat(300), access: 'write' }, folder.path, 'argument');
    expect((await guard.check(fact)).place).toBe('outside');
  });

  it('treats a path that goes up behind a link as outside', async () => {
    using folder = new Folder({ 'secret.txt': '', 'in/x': '' });
    mkdirSync(join(folder.base, 'outside/deep'), { recursive: true });
    writeFileSync(join(folder.base, 'outside/secret.txt'), '');
    symlinkSync('../outside/deep', join(folder.path, 'link'));
    const guard = folderGuard([folder.path]);
    const placeOf = async (path: string): Promise<string> =>
      (await guard.check(pathFact({ path, access: 'write' }, folder.path, 'argument'))).place;
    expect(await placeOf('link/../secret.txt')).toBe('outside');
    expect(await placeOf('link/../new.txt')).toBe('outside');
    expect(await placeOf('link/..')).toBe('outside');
    expect(await placeOf('in/../secret.txt')).toBe('inside');
    expect(await placeOf('nowhere/../secret.txt')).toBe('inside');
    expect(await placeOf('in/..')).toBe('inside');
  });

  it('protects the folder that a .git file points to, synchronously and asynchronously', async () => {
    using folder = new Folder({ '.git': 'gitdir: wt\n', 'wt/config': '', 'src/config': '' });
    const guard = workspaceGuard(folder.workspace);
    await guard.roots();
    for (const [path, access, isProtected] of [
      ['wt/config', 'write', true],
      ['wt/new', 'write', true],
      ['wt/config', 'delete', true],
      ['src/config', 'write', false],
    ] as const) {
      const fact = pathFact({ path, access }, folder.path, 'argument');
      expect((await guard.check(fact)).protected, path).toBe(isProtected);
      expect(guard.checkSync(fact, new SyncDiskReader())?.protected, path).toBe(isProtected);
    }
  });

  it('cannot check synchronously on a file system that only answers asynchronously', async () => {
    using folder = new Folder({ 'a.txt': '' });
    const workspace = new Proxy(folder.workspace, {
      get: (target, name) => {
        if (name === 'resolveSync') return undefined;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const guard = workspaceGuard(workspace);
    const fact = pathFact({ path: 'a.txt', access: 'read' }, folder.path, 'argument');
    expect(guard.checkSync(fact, new SyncDiskReader())).toBeUndefined();
    expect((await guard.check(fact)).place).toBe('inside');
  });
});

/** What another reading of the same rules finds: links resolved by the system, new names below what exists. */
async function independent(root: string, { lexical, access }: PathFact): Promise<unknown> {
  try {
    const real = await locate(lexical, access === 'delete');
    return real === root || real.startsWith(`${root}/`) ? { place: 'inside', real } : { place: 'outside' };
  } catch {
    return { place: 'outside' };
  }
}

async function locate(path: string, keepLast: boolean): Promise<string> {
  const below = async (): Promise<string> => join(await locate(dirname(path), false), path.slice(dirname(path).length));
  if (keepLast && dirname(path) !== path) return below();
  try {
    return await realpath(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    const isThere = await lstat(path).then(
      () => true,
      () => false,
    );
    if (isThere) throw error;
    return below();
  }
}

function summary(fact: PathFact | undefined): unknown {
  return fact?.place === 'inside' ? { place: 'inside', real: fact.real } : { place: fact?.place };
}

function grow(folder: string, random: () => number, depth: number): void {
  for (const name of NAMES) {
    const path = join(folder, name);
    const chance = random();
    if (chance < 0.35 && depth > 0) {
      mkdirSync(path);
      grow(path, random, depth - 1);
    } else if (chance < 0.55) symlinkSync(pick(random, TARGETS), path);
    else if (chance < 0.8) writeFileSync(path, '');
  }
}

function randomPath(random: () => number, folder: Folder): string {
  const parts = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(random, [...NAMES, '.', '..', 'new']));
  const path = parts.join(random() < 0.1 ? '//' : '/') + (random() < 0.1 ? '/' : '');
  const chance = random();
  if (chance < 0.1) return resolve(folder.path, path);
  if (chance < 0.15) return `/etc/${path}`;
  return chance < 0.2 ? `~/${path}` : path;
}

function pick<T>(random: () => number, values: readonly T[]): T {
  const found = values[Math.floor(random() * values.length)];
  if (found === undefined) throw new Error('There is nothing to choose from.');
  return found;
}

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

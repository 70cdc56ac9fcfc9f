import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import {
  SyncDiskReader,
  protectedPathMatcher,
  type ResolvedPath,
  type Workspace,
} from '@ku0/agent-runtime-tools-workspace';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { Moment } from './moment.ts';
import { startsWithTilde, relativeTo, type PathFact } from './path-fact.ts';

/** Tells where the paths of a call really lead. What cannot be checked is outside. */
export interface PathGuard {
  /** The folders that calls may touch, with links resolved. */
  roots(): Promise<readonly string[]>;
  /** The fact with what the disk says. Never rejects. */
  check(fact: PathFact): Promise<PathFact>;
  /** The same at once, with what was seen in this moment; undefined where that takes waiting. Never throws. */
  checkSync(fact: PathFact, moment: Moment): PathFact | undefined;
  /** Whether `checkSync` would say of a fact of its own what it said before. False where that takes more than a look. */
  stillHolds(fact: PathFact, moment: Moment): boolean;
}

/** How the workspace was asked, and what it gave. */
interface Evidence {
  readonly access: 'delete' | 'stat' | 'write';
  readonly found: ResolvedPath;
}

const HOME = 'A path that starts with ~ may be in the home folder.';

/** The workspace's own guard: what it refuses, no rule consents to. */
export function workspaceGuard(workspace: Workspace): PathGuard {
  const evidence = new WeakMap<PathFact, Evidence>();
  return {
    roots: () => workspace.roots(),
    async check(fact) {
      if (startsWithTilde(fact.given)) return outside(fact, HOME);
      const options = { cwd: fact.base, allowProtected: true };
      try {
        const found = await workspace.resolve(fact.given, { ...options, access: lookedAt(fact) });
        return checked(fact, found);
      } catch (error) {
        if (codeOf(error) !== 'FILE_NOT_FOUND') return refused(fact, error, new SyncDiskReader());
      }
      try {
        return checked(fact, await workspace.resolve(fact.given, { ...options, access: 'write' }));
      } catch (error) {
        return refused(fact, error, new SyncDiskReader());
      }
    },
    checkSync(fact, moment) {
      if (startsWithTilde(fact.given)) return outside(fact, HOME);
      if (workspace.resolveSync === undefined) return undefined;
      const options = { cwd: fact.base, allowProtected: true };
      const access = firstLook(fact, moment.disk);
      let unwritable: unknown;
      try {
        const found = workspace.resolveSync(fact.given, { ...options, access });
        if (found === undefined) return undefined;
        const result = checked(fact, found);
        evidence.set(result, { access, found });
        return result;
      } catch (error) {
        if (access !== 'write' && codeOf(error) !== 'FILE_NOT_FOUND') return refused(fact, error, moment.disk);
        unwritable = error;
      }
      try {
        const found = workspace.resolveSync(fact.given, { ...options, access: access === 'write' ? 'stat' : 'write' });
        return found === undefined ? undefined : checked(fact, found);
      } catch (error) {
        const isAbsent = access === 'write' && codeOf(error) === 'FILE_NOT_FOUND';
        return refused(fact, isAbsent ? unwritable : error, moment.disk);
      }
    },
    stillHolds(fact) {
      const before = evidence.get(fact);
      if (before === undefined) return false;
      const options = { cwd: fact.base, allowProtected: true, access: before.access };
      try {
        const found = workspace.resolveSync?.(fact.given, options);
        return (
          found?.path === before.found.path &&
          found.kind === before.found.kind &&
          found.protected === before.found.protected
        );
      } catch {
        return false;
      }
    },
  };
}

/** The same for plain folders, where the host has no workspace. */
export function folderGuard(folders: readonly string[]): PathGuard {
  const given = folders.map((folder) => resolve(folder));
  const isProtected = protectedPathMatcher();
  const evidence = new WeakMap<PathFact, string>();
  const belowRoot = (disk: SyncDiskReader, real: string): string | undefined =>
    belowAny(given, real, (root) => realRoot(disk, root));
  const checkWith = (fact: PathFact, disk: SyncDiskReader): PathFact => {
    if (startsWithTilde(fact.given)) return outside(fact, HOME);
    if (fact.given.includes('\0')) return outside(fact, 'The path holds a NUL character.');
    try {
      const { real, exists } = placeOf(disk, fact);
      const below = belowRoot(disk, real);
      if (below === undefined) return outside({ ...fact, real }, `${fact.given} is outside the workspace.`);
      const spelled = belowAny(given, fact.lexical) ?? '';
      const result = checked(fact, {
        path: real,
        protected: isProtected(below) || (spelled !== below && isProtected(spelled)),
        exists,
      });
      evidence.set(result, below);
      return result;
    } catch (error) {
      return outside(fact, `Where ${fact.given} leads cannot be found out: ${messageOf(error)}`);
    }
  };
  return {
    roots: async () => {
      const disk = new SyncDiskReader();
      return given.map((folder) => realRoot(disk, folder));
    },
    check: async (fact) => checkWith(fact, new SyncDiskReader()),
    checkSync: (fact, { disk }) => checkWith(fact, disk),
    stillHolds(fact, { disk }) {
      const before = evidence.get(fact);
      if (before === undefined) return false;
      try {
        const { real, exists } = placeOf(disk, fact);
        return real === fact.real && exists === fact.exists && belowRoot(disk, real) === before;
      } catch {
        return false;
      }
    },
  };
}

/** One guard over several: a path is inside when one of them has it. */
export function combinedGuard(guards: readonly PathGuard[]): PathGuard {
  const [first] = guards;
  if (guards.length === 1 && first !== undefined) return first;
  return {
    roots: async () => (await Promise.all(guards.map((guard) => guard.roots()))).flat(),
    async check(fact) {
      let strange: PathFact | undefined;
      for (const guard of guards) {
        const found = await guard.check(fact);
        if (found.place === 'inside') return found;
        strange ??= found;
      }
      return strange ?? outside(fact, 'There is no workspace.');
    },
    checkSync(fact, moment) {
      let strange: PathFact | undefined;
      for (const guard of guards) {
        const found = guard.checkSync(fact, moment);
        if (found === undefined || found.place === 'inside') return found;
        strange ??= found;
      }
      return strange ?? outside(fact, 'There is no workspace.');
    },
    stillHolds: (fact, moment) => first?.stillHolds(fact, moment) === true,
  };
}

function lookedAt({ access }: PathFact): 'delete' | 'stat' {
  return access === 'delete' ? 'delete' : 'stat';
}

/**
 * What can be written can be looked at, and most of what is to be written can be: that is one look, not two. So it is
 * for what does not exist: a word of a command that may be a path seldom is one.
 */
function firstLook(fact: PathFact, disk: SyncDiskReader): Evidence['access'] {
  if (fact.access === 'delete') return 'delete';
  return fact.access === 'write' || !isThere(disk, fact.lexical) ? 'write' : 'stat';
}

/** What the workspace refuses, with where it leads: a rule that names that place may still consent. */
function refused(fact: PathFact, error: unknown, disk: SyncDiskReader): PathFact {
  const concern = messageOf(error);
  try {
    const { real } = locate(disk, fact.lexical, fact.access === 'delete');
    return outside({ ...fact, real }, concern);
  } catch {
    return outside(fact, concern);
  }
}

/** Where a tool that normalises paths would look, unless the system itself would look elsewhere. */
function placeOf(disk: SyncDiskReader, { given, base, lexical, access }: PathFact): { real: string; exists: boolean } {
  if (given.includes('..')) {
    const raw = isAbsolute(given) ? given : `${base}/${given}`;
    const [asSpelled, asMeant] = raw.endsWith('..') ? [raw, lexical] : [dirname(raw), dirname(lexical)];
    const found = disk.follow(asSpelled);
    if (found !== undefined && found.path !== disk.follow(asMeant)?.path) throw new Error('it goes up behind a link');
  }
  return locate(disk, lexical, access === 'delete');
}

/** The deepest folder that exists, its links resolved, and the names below it. */
function locate(disk: SyncDiskReader, path: string, keepLast: boolean): { real: string; exists: boolean } {
  const parent = dirname(path);
  const name = path.slice(parent.length).replace(/^\//, '');
  if (keepLast && parent !== path) {
    const real = join(locate(disk, parent, false).real, name);
    return { real, exists: isThere(disk, real) };
  }
  const found = disk.follow(path);
  if (found !== undefined) return { real: found.path, exists: true };
  if (parent === path) throw new Error('there is no such disk');
  // A link to nothing would be followed by whoever writes through it.
  if (isThere(disk, path)) throw new Error('it is a link to something that does not exist');
  const folder = locate(disk, parent, false);
  if (folder.exists && disk.kindOf(folder.real) !== 'directory') throw new Error('a part of it is not a folder');
  return { real: join(folder.real, name), exists: false };
}

function isThere(disk: SyncDiskReader, path: string): boolean {
  try {
    return disk.kindOf(path) !== undefined;
  } catch {
    return false;
  }
}

function realRoot(disk: SyncDiskReader, folder: string): string {
  try {
    return disk.real(folder) ?? folder;
  } catch {
    return folder;
  }
}

function belowAny(
  folders: readonly string[],
  path: string,
  real: (folder: string) => string = (folder) => folder,
): string | undefined {
  for (const folder of folders) {
    const below = relativeTo(real(folder), path);
    if (below !== undefined) return below;
  }
  return undefined;
}

function checked(
  fact: PathFact,
  { path, protected: isProtected, exists }: Pick<ResolvedPath, 'path' | 'protected' | 'exists'>,
): PathFact {
  return { ...fact, real: path, place: 'inside', protected: isProtected, exists, concern: undefined };
}

function outside(fact: PathFact, concern: string): PathFact {
  return { ...fact, place: 'outside', concern };
}

function codeOf(error: unknown): string | undefined {
  return error instanceof ToolFailure ? error.error.code : undefined;
}

function messageOf(error: unknown): string {
  if (error instanceof ToolFailure) return error.error.message;
  return error instanceof Error ? error.message : String(error);
}

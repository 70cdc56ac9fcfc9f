import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { protectedNames, type Workspace } from '@ku0/agent-runtime-tools-workspace';
import { realpath, lstat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { inHome, relativeTo, type PathFact } from './path-fact.ts';

/** Tells where the paths of a call really lead. */
export interface PathGuard {
  /** The folders that calls may touch, with links resolved. */
  roots(): Promise<readonly string[]>;
  /** The fact with what the disk says. Never rejects: what cannot be checked is outside. */
  check(fact: PathFact): Promise<PathFact>;
}

const HOME = 'A path that starts with ~ may be in the home folder.';

/** The workspace's own guard: what it refuses, no rule consents to. */
export function workspaceGuard(workspace: Workspace): PathGuard {
  return {
    roots: () => workspace.roots(),
    async check(fact) {
      if (inHome(fact.given)) return outside(fact, HOME);
      const options = { cwd: fact.base, allowProtected: true };
      try {
        const found = await workspace.resolve(fact.given, {
          ...options,
          access: fact.access === 'delete' ? 'delete' : 'stat',
        });
        return checked(fact, found.path, found.protected, true);
      } catch (error) {
        if (codeOf(error) !== 'FILE_NOT_FOUND') return refused(fact, error);
      }
      try {
        const found = await workspace.resolve(fact.given, { ...options, access: 'write' });
        return checked(fact, found.path, found.protected, found.exists);
      } catch (error) {
        return refused(fact, error);
      }
    },
  };
}

/** The same for plain folders, where the host has no workspace. */
export function folderGuard(folders: readonly string[]): PathGuard {
  const given = folders.map((folder) => resolve(folder));
  const isProtected = protectedNames();
  const roots = (): Promise<string[]> => Promise.all(given.map((folder) => realpath(folder).catch(() => folder)));
  return {
    roots,
    async check(fact) {
      if (inHome(fact.given)) return outside(fact, HOME);
      if (fact.given.includes('\0')) return outside(fact, 'The path holds a NUL character.');
      try {
        const { real, exists } = await locate(resolve(fact.base, fact.given), fact.access === 'delete');
        const below = (await roots()).map((root) => relativeTo(root, real)).find((path) => path !== undefined);
        if (below === undefined) return outside({ ...fact, real }, `${fact.given} is outside the workspace.`);
        const spelled = given.map((root) => relativeTo(root, fact.lexical)).find((path) => path !== undefined);
        return checked(fact, real, isProtected(below) || isProtected(spelled ?? ''), exists);
      } catch (error) {
        return outside(fact, `Where ${fact.given} leads cannot be found out: ${messageOf(error)}`);
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
  };
}

/** What the workspace refuses, with where it leads: a rule that names that place may still consent. */
async function refused(fact: PathFact, error: unknown): Promise<PathFact> {
  const concern = messageOf(error);
  try {
    const { real } = await locate(resolve(fact.base, fact.given), fact.access === 'delete');
    return outside({ ...fact, real }, concern);
  } catch {
    return outside(fact, concern);
  }
}

/** The deepest folder that exists, its links resolved, and the names below it. */
async function locate(path: string, keepLast: boolean): Promise<{ real: string; exists: boolean }> {
  if (keepLast && dirname(path) !== path) {
    const folder = await locate(dirname(path), false);
    const real = join(folder.real, path.slice(dirname(path).length).replace(/^\//, ''));
    return { real, exists: await isThere(real) };
  }
  try {
    return { real: await realpath(path), exists: true };
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    // A link to nothing would be followed by whoever writes through it.
    if (await isThere(path)) throw new Error('it is a link to something that does not exist', { cause: error });
    const folder = await locate(dirname(path), false);
    return { real: join(folder.real, path.slice(dirname(path).length).replace(/^\//, '')), exists: false };
  }
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function checked(fact: PathFact, real: string, isProtected: boolean, exists: boolean): PathFact {
  return { ...fact, real, place: 'inside', protected: isProtected, exists, concern: undefined };
}

function outside(fact: PathFact, concern: string): PathFact {
  return { ...fact, place: 'outside', concern };
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof ToolFailure) return error.error.code;
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function messageOf(error: unknown): string {
  if (error instanceof ToolFailure) return error.error.message;
  return error instanceof Error ? error.message : String(error);
}

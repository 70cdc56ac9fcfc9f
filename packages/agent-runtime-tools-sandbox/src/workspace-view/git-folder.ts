import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { GuardedPath } from './guarded-path.ts';
import { inHeldFolder } from './held-folder.ts';

/**
 * A repository stays usable inside, except for what makes git on the host run programs: hooks, configuration, and the
 * files that say where the configuration is. A missing folder for hooks is made, so that none can be put in its place.
 */
export function guardGitFolder(folder: string, options: { readonly makeHooks: boolean }): readonly GuardedPath[] {
  if (options.makeHooks) makeHooksFolder(folder);
  const guarded: GuardedPath[] = [{ path: folder, kind: 'folder', guard: 'pin' }];
  for (const name of GUARDED_NAMES) {
    const path = join(folder, name);
    const kind = kindOf(path);
    if (kind !== undefined) guarded.push({ path, kind, guard: 'read-only' });
  }
  return guarded;
}

/** Whether a folder is a repository by itself, as git sees it: one without a `.git`. */
export function isBareRepository(names: ReadonlySet<string>): boolean {
  return names.has('HEAD') && names.has('objects') && names.has('refs');
}

/** Of these, `modules` and `worktrees` hold configuration and hooks of other working trees. */
const GUARDED_NAMES = ['hooks', 'config', 'config.worktree', 'commondir', 'gitdir', 'modules', 'worktrees'] as const;

function makeHooksFolder(folder: string): void {
  if (kindOf(join(folder, 'hooks')) !== undefined) return;
  // Where that fails, this user may not write here, and then nobody inside may either.
  inHeldFolder(folder, (held) => kindOf(join(held, 'HEAD')) !== undefined && mkdirSync(join(held, 'hooks')));
}

function kindOf(path: string): GuardedPath['kind'] | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (stat.isSymbolicLink()) return 'link';
  return stat.isDirectory() ? 'folder' : 'file';
}

import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { GuardedPath } from './guarded-path.ts';
import { inPinnedFolder } from './pinned-folder.ts';

/**
 * Guards the parts of a repository that make git on the host run programs: hooks, configuration, and the files that name
 * another configuration. The rest stays usable. A missing hooks folder is created, so that a run cannot create it.
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

/** Whether git takes a folder with these names in it for a bare repository. */
export function isBareRepository(names: ReadonlySet<string>): boolean {
  return names.has('HEAD') && names.has('objects') && names.has('refs');
}

/** `modules` and `worktrees` contain the configuration and hooks of submodules and other working trees. */
const GUARDED_NAMES = ['hooks', 'config', 'config.worktree', 'commondir', 'gitdir', 'modules', 'worktrees'] as const;

function makeHooksFolder(folder: string): void {
  if (kindOf(join(folder, 'hooks')) !== undefined) return;
  // If this fails, this user may not write here, and neither may a program inside.
  inPinnedFolder(folder, (held) => kindOf(join(held, 'HEAD')) !== undefined && mkdirSync(join(held, 'hooks')));
}

function kindOf(path: string): GuardedPath['kind'] | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (stat.isSymbolicLink()) return 'link';
  return stat.isDirectory() ? 'folder' : 'file';
}

import { dirname, resolve } from 'node:path';
import { foldName } from './fold-name.ts';
import type { DiskLookups } from './disk-lookups.ts';
import { isWithin, joinRaw } from './roots.ts';
import { awaited, type SyncOrAsync } from './sync-or-async.ts';

/**
 * Whether a path lies in a git repository's own folder, whatever its name: one that a `.git` file points to, or one that
 * git would accept as a repository. Its configuration and hooks run programs. A file that would complete such a folder
 * counts too.
 *
 *     .git            gitdir: wt
 *     wt/config       in the repository
 *     wt/HEAD         with wt/objects and wt/refs: the last of the three makes wt one
 */
export function* isInRepository(lookups: DiskLookups, root: string, relative: string): SyncOrAsync<boolean> {
  const path = joinRaw(root, relative);
  let folder = root;
  for (const name of relative.split('/')) {
    if (yield* isRepositoryWith(lookups, folder, foldName(name))) return true;
    const link = joinRaw(folder, '.git');
    const target =
      (yield* awaited(lookups.kindOf(link))) === 'file' ? yield* awaited(lookups.readStart(link)) : undefined;
    const gitDir = /^gitdir:[ \t]*(.+?)[ \t]*$/m.exec(target ?? '')?.[1];
    if (gitDir !== undefined && isWithin(resolve(dirname(link), gitDir), path)) return true;
    folder = joinRaw(folder, name);
  }
  return false;
}

/** As git decides it: a folder with HEAD, objects and refs, or with HEAD and commondir. `added` is about to be created. */
function* isRepositoryWith(lookups: DiskLookups, folder: string, added: string): SyncOrAsync<boolean> {
  const has = function* (name: string): SyncOrAsync<boolean> {
    return added === name.toLowerCase() || (yield* awaited(lookups.kindOf(joinRaw(folder, name)))) !== undefined;
  };
  if (!(yield* has('HEAD'))) return false;
  if (yield* has('commondir')) return true;
  return (yield* has('objects')) && (yield* has('refs'));
}

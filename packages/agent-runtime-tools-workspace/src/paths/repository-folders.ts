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
    const added = foldName(name);
    // Nearly every folder has no HEAD, so that one lookup settles this.
    const head = added === 'head' ? 'file' : lookups.kindOf(joinRaw(folder, 'HEAD'));
    if ((head instanceof Promise ? yield* awaited(head) : head) !== undefined) {
      if (yield* isRepositoryWith(lookups, folder, added)) return true;
    }
    const link = joinRaw(folder, '.git');
    const kind = lookups.kindOf(link);
    if ((kind instanceof Promise ? yield* awaited(kind) : kind) === 'file') {
      const gitDir = /^gitdir:[ \t]*(.+?)[ \t]*$/m.exec((yield* awaited(lookups.readStart(link))) ?? '')?.[1];
      if (gitDir !== undefined && isWithin(resolve(dirname(link), gitDir), path)) return true;
    }
    folder = joinRaw(folder, name);
  }
  return false;
}

/**
 * Whether a folder with a HEAD is a repository, as git decides it: it also has objects and refs, or a commondir. `added` is
 * about to be created in it.
 */
function* isRepositoryWith(lookups: DiskLookups, folder: string, added: string): SyncOrAsync<boolean> {
  const has = function* (name: string): SyncOrAsync<boolean> {
    return added === name || (yield* awaited(lookups.kindOf(joinRaw(folder, name)))) !== undefined;
  };
  return (yield* has('commondir')) || ((yield* has('objects')) && (yield* has('refs')));
}

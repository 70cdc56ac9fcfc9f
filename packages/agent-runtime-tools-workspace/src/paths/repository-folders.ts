import { dirname, resolve } from 'node:path';
import { foldName } from './fold-name.ts';
import type { FileKind } from '../fs/file-system.ts';
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
 *     wt/notes.md     if it exists already: not a file that git reads
 */
export function* isInRepository(
  lookups: DiskLookups,
  root: string,
  { relative, kind: kindOfEntry }: { readonly relative: string; readonly kind: FileKind | undefined },
): SyncOrAsync<boolean> {
  const names = relative.split('/');
  // A folder could be a repository itself. What is missing could become one: somebody may move a folder there.
  if (kindOfEntry === 'file' && !names.some(isReadByGit)) return false;
  const path = joinRaw(root, relative);
  let folder = root;
  for (const name of names) {
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

/** Whether git looks for an entry of this name in a repository's own folder. */
function isReadByGit(name: string): boolean {
  return READ_BY_GIT.test(foldName(name));
}

/** What git(repository-layout) lists, and the files that commands and common extensions keep there. */
const READ_BY_GIT = new RegExp(
  [
    String.raw`^(?:config|config\.worktree|hooks|info|objects|refs|reftable|packed-refs|index|sharedindex\..*|commondir)$`,
    String.raw`^(?:gitdir|modules|worktrees|logs|shallow|description|branches|remotes|sequencer|rebase-.*|bisect.*)$`,
    String.raw`^(?:rr-cache|lfs|annex|svn|autostash|auto_merge|.*head|.*msg|.*lock|.*todo.*|.*\.pid|fsmonitor.*|gc.*)$`,
  ].join('|'),
);

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

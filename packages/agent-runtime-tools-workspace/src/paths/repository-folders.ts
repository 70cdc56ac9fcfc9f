import { dirname, resolve } from 'node:path';
import { foldName } from './fold-name.ts';
import type { LookUps } from './look-ups.ts';
import { isWithin, joinRaw } from './roots.ts';
import { settled, type Waiting } from './waiting.ts';

/**
 * Whether a path lies in a git repository's own folder, whatever that is called: one that a `.git` file leads to, or one
 * that git would take for a repository. Its configuration and its hooks run programs. What would complete such a folder
 * counts too.
 *
 *     .git            gitdir: wt
 *     wt/config       in the repository
 *     wt/HEAD         with wt/objects and wt/refs: the last of the three makes wt one
 */
export function* isInRepository(look: LookUps, root: string, relative: string): Waiting<boolean> {
  const path = joinRaw(root, relative);
  let folder = root;
  for (const name of relative.split('/')) {
    if (yield* isRepositoryWith(look, folder, foldName(name))) return true;
    const link = joinRaw(folder, '.git');
    const target = (yield* settled(look.kindOf(link))) === 'file' ? yield* settled(look.start(link)) : undefined;
    const gitDir = /^gitdir:[ \t]*(.+?)[ \t]*$/m.exec(target ?? '')?.[1];
    if (gitDir !== undefined && isWithin(resolve(dirname(link), gitDir), path)) return true;
    folder = joinRaw(folder, name);
  }
  return false;
}

/** As git decides it: HEAD with objects and refs, or HEAD and the name of the folder where they are. */
function* isRepositoryWith(look: LookUps, folder: string, added: string): Waiting<boolean> {
  const has = function* (name: string): Waiting<boolean> {
    return added === name.toLowerCase() || (yield* settled(look.kindOf(joinRaw(folder, name)))) !== undefined;
  };
  if (!(yield* has('HEAD'))) return false;
  if (yield* has('commondir')) return true;
  return (yield* has('objects')) && (yield* has('refs'));
}

import { SyncDiskReader, protectedPathMatcher } from '@ku0/agent-runtime-tools-workspace';
import { dirname, isAbsolute, resolve } from 'node:path';
import { errorMessage } from '@ku0/agent-runtime-tools-core';
import { relativeTo, startsWithTilde, type PathFact } from './path-fact.ts';
import { insideFact, outsideFact, TILDE_CONCERN, type PathGuard } from './path-guard.ts';
import { realLocation, type RealLocation } from './real-location.ts';

/** Checks paths against plain folders, for hosts without a workspace. */
export function folderGuard(folders: readonly string[]): PathGuard {
  const absolute = folders.map((folder) => resolve(folder));
  const isProtected = protectedPathMatcher();
  const checkSync = (fact: PathFact, disk: SyncDiskReader): PathFact => {
    if (startsWithTilde(fact.given)) return outsideFact(fact, TILDE_CONCERN);
    if (fact.given.includes('\0')) return outsideFact(fact, 'The path holds a NUL character.');
    try {
      const { real, exists } = locate(disk, fact);
      const roots = absolute.map((folder) => realFolder(disk, folder));
      const relative = relativeToAny(roots, real);
      if (relative === undefined) return outsideFact(fact, `${fact.given} is outside the workspace.`, real);
      const spelled = relativeToAny(absolute, fact.lexical) ?? '';
      return insideFact(fact, {
        path: real,
        protected: isProtected(relative) || (spelled !== relative && isProtected(spelled)),
        exists,
      });
    } catch (error) {
      return outsideFact(fact, `Where ${fact.given} leads cannot be found out: ${errorMessage(error)}`);
    }
  };
  return {
    roots: async () => {
      const disk = new SyncDiskReader();
      return absolute.map((folder) => realFolder(disk, folder));
    },
    check: async (fact) => checkSync(fact, new SyncDiskReader()),
    checkSync,
  };
}

/**
 * The real location of a path. Throws if `..` goes up behind a link, because tools then disagree about the place:
 *
 *     link -> /other/folder
 *     link/../x    normalized: ./x    for the system: /other/x
 */
function locate(disk: SyncDiskReader, { given, base, lexical, access }: PathFact): RealLocation {
  if (given.includes('..')) {
    const raw = isAbsolute(given) ? given : `${base}/${given}`;
    const [unnormalized, normalized] = raw.endsWith('..') ? [raw, lexical] : [dirname(raw), dirname(lexical)];
    const found = disk.follow(unnormalized);
    if (found !== undefined && found.path !== disk.follow(normalized)?.path)
      throw new Error('it goes up behind a link');
  }
  return realLocation(disk, lexical, { followLast: access !== 'delete' });
}

/** A folder that does not exist stays as it is. */
function realFolder(disk: SyncDiskReader, folder: string): string {
  try {
    return disk.real(folder) ?? folder;
  } catch {
    return folder;
  }
}

function relativeToAny(folders: readonly string[], path: string): string | undefined {
  for (const folder of folders) {
    const relative = relativeTo(folder, path);
    if (relative !== undefined) return relative;
  }
  return undefined;
}

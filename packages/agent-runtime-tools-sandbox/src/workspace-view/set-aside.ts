import { lstatSync, renameSync, symlinkSync } from 'node:fs';
import type { GuardedPath } from './guarded-path.ts';

/**
 * Gives what a run put under a guarded name another name, under which no program looks for it. Nothing is deleted.
 * Tells the new path, or undefined when it could not be moved.
 */
export function setAside(path: string): string | undefined {
  for (let count = 1; count <= 100; count += 1) {
    const other = `${path}.set-aside-${count}`;
    if (lstatSync(other, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      renameSync(path, other);
      return other;
    } catch {
      return undefined;
    }
  }
  return undefined;
}

/** What is guarded now and was not before, or is no longer what it was. */
export function plantedPaths(
  before: ReadonlyMap<string, GuardedPath>,
  after: readonly GuardedPath[],
): readonly GuardedPath[] {
  const planted = after.filter((now) => {
    const then = before.get(now.path);
    return !now.walled && (then === undefined || then.kind !== now.kind || then.target !== now.target);
  });
  // What lies in a folder that is moved goes with it.
  return planted.filter(({ path }) => !planted.some((other) => path.startsWith(`${other.path}/`)));
}

/** Puts a link back that a run replaced. */
export function restoreLink(link: GuardedPath | undefined): void {
  if (link?.kind !== 'link' || link.target === undefined) return;
  try {
    symlinkSync(link.target, link.path);
  } catch {
    // Somebody was quicker, or may not write here: the replacement is gone in any case.
  }
}

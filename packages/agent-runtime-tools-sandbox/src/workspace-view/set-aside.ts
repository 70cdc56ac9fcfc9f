import { randomUUID } from 'node:crypto';
import { lstatSync, renameSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { GuardedPath } from './guarded-path.ts';
import { inPinnedFolder, withOwnerAccess } from './pinned-folder.ts';

/**
 * Renames a file that a run created under a guarded name, so that no program uses it. Nothing is deleted. Works through a
 * pinned folder, so another run cannot redirect the renaming. Returns the new path, or undefined if it failed.
 */
export function setAside({ path, bytes }: Pick<GuardedPath, 'path' | 'bytes'>): string | undefined {
  const name = bytes === undefined ? Buffer.from(basename(path)) : bytes.subarray(bytes.lastIndexOf('/') + 1);
  const folder = dirname(path);
  const other = inPinnedFolder(folder, (held) =>
    renamed(held, name, bytes === undefined ? basename(path) : NON_UTF8_NAME),
  );
  return other === undefined ? undefined : join(folder, other);
}

/** Works also in a folder that the run made read-only. */
function renamed(held: string, name: Buffer, base: string): string | undefined {
  const from = Buffer.concat([Buffer.from(`${held}/`), name]);
  for (const other of otherNames(base)) {
    const to = join(held, other);
    if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      renameSync(from, to);
    } catch {
      withOwnerAccess(held, () => renameSync(from, to));
    }
    return other;
  }
  return undefined;
}

/** Random names follow, because a run may have used the predictable ones. */
function* otherNames(base: string): Generator<string> {
  for (let count = 1; count <= 20; count += 1) yield `${base}.set-aside-${count}`;
  for (let count = 1; count <= 20; count += 1) yield `${base}.set-aside-${randomUUID()}`;
}

const NON_UTF8_NAME = 'name-that-is-no-text';

/** Guarded paths that did not exist before the run, or were replaced during it. */
export function plantedPaths(
  before: ReadonlyMap<string, GuardedPath>,
  after: readonly GuardedPath[],
): readonly GuardedPath[] {
  const planted = after.filter((now) => {
    const then = before.get(now.path);
    return !now.hiddenByRule && (then === undefined || then.kind !== now.kind || then.target !== now.target);
  });
  // Paths inside a folder that is set aside move with it.
  return planted.filter(({ path }) => !planted.some((other) => path.startsWith(`${other.path}/`)));
}

/** Restores a link that a run replaced. */
export function restoreLink(link: GuardedPath | undefined): void {
  if (link?.kind !== 'link' || link.target === undefined) return;
  const { path, target } = link;
  // If this fails, the path exists again or the folder is not writable. The replacement was set aside in any case.
  inPinnedFolder(dirname(path), (held) => symlinkSync(target, join(held, basename(path))));
}

import { randomUUID } from 'node:crypto';
import { lstatSync, renameSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { GuardedPath } from './guarded-path.ts';
import { inHeldFolder, withRights } from './held-folder.ts';

/**
 * Gives what a run put under a guarded name another name, under which no program looks for it. Nothing is deleted, and
 * no other run can have something outside renamed. Tells the new path, or undefined when it could not be moved.
 */
export function setAside({ path, bytes }: Pick<GuardedPath, 'path' | 'bytes'>): string | undefined {
  const name = bytes === undefined ? Buffer.from(basename(path)) : bytes.subarray(bytes.lastIndexOf('/') + 1);
  const folder = dirname(path);
  const other = inHeldFolder(folder, (held) => renamed(held, name, bytes === undefined ? basename(path) : NAMELESS));
  return other === undefined ? undefined : join(folder, other);
}

/** Also in a folder that the run made so that nothing in it can be changed. */
function renamed(held: string, name: Buffer, base: string): string | undefined {
  const from = Buffer.concat([Buffer.from(`${held}/`), name]);
  for (const other of otherNames(base)) {
    const to = join(held, other);
    if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      renameSync(from, to);
    } catch {
      withRights(held, () => renameSync(from, to));
    }
    return other;
  }
  return undefined;
}

/** A run may have taken names that can be told beforehand. */
function* otherNames(base: string): Generator<string> {
  for (let count = 1; count <= 20; count += 1) yield `${base}.set-aside-${count}`;
  for (let count = 1; count <= 20; count += 1) yield `${base}.set-aside-${randomUUID()}`;
}

const NAMELESS = 'name-that-is-no-text';

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
  const { path, target } = link;
  // Where that fails, somebody was quicker or may not write here: the replacement is gone in any case.
  inHeldFolder(dirname(path), (held) => symlinkSync(target, join(held, basename(path))));
}

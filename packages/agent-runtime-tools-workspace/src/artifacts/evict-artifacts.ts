import { join } from 'node:path';
import type { FileSystem } from '../fs/file-system.ts';
import { isMissing } from '../fs/system-failure.ts';
import { removeQuietly } from '../state/state-files.ts';
import { parseArtifactId } from './artifact-file.ts';

export interface ArtifactLimits {
  readonly maxBytes: number;
  readonly maxCount: number;
  readonly maxAgeMs: number;
}

export interface ArtifactUse {
  readonly count: number;
  readonly bytes: number;
}

/** The number and size of the artifacts in a folder, from their names alone. */
export async function artifactUse(fs: FileSystem, folder: string): Promise<ArtifactUse> {
  const principals = await readPrincipals(fs, folder);
  return {
    count: principals.reduce((sum, { files }) => sum + files.length, 0),
    bytes: principals.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/**
 * Removes artifacts that are too old, then the oldest of the principal with the most bytes until the rest and `needed` fit.
 * It frees an eighth of the limit at once, so that not every new artifact has to evict one.
 */
export async function evictArtifacts(
  fs: FileSystem,
  folder: string,
  { maxBytes, maxCount, maxAgeMs }: ArtifactLimits,
  { needed = 0, now = Date.now() }: { readonly needed?: number; readonly now?: number } = {},
): Promise<ArtifactUse> {
  await removeStrays(fs, folder);
  const principals = await readPrincipals(fs, folder);
  for (const principal of principals) {
    while ((principal.files[0]?.time ?? Infinity) < now - maxAgeMs) await removeOldest(fs, principal);
  }
  const total = { bytes: 0, count: 0 };
  for (const { bytes, files } of principals) {
    total.bytes += bytes;
    total.count += files.length;
  }
  if (total.bytes + needed > maxBytes || total.count >= maxCount) {
    const [bytes, count] = [Math.max(0, (maxBytes * 7) / 8 - needed), Math.max(0, (maxCount * 7) / 8 - 1)];
    principals.sort((a, b) => b.bytes - a.bytes);
    while (total.bytes > bytes || total.count > count) {
      const [largest] = principals;
      if (largest === undefined) break;
      total.bytes -= await removeOldest(fs, largest);
      total.count--;
      resortFirst(principals);
    }
  }
  for (const { path, files } of principals) if (files.length === 0) await fs.rmdir(path).catch(() => undefined);
  return total;
}

/** The artifacts of one principal, oldest first. */
interface PrincipalArtifacts {
  readonly path: string;
  bytes: number;
  readonly files: { readonly name: string; readonly time: number; readonly bytes: number }[];
}

async function readPrincipals(fs: FileSystem, folder: string): Promise<PrincipalArtifacts[]> {
  const principals: PrincipalArtifacts[] = [];
  for (const { name, kind } of await entriesOf(fs, folder)) {
    if (kind === 'directory') principals.push(await readPrincipal(fs, join(folder, name)));
  }
  return principals;
}

/** Removes files that are not in the folder of a principal. */
async function removeStrays(fs: FileSystem, folder: string): Promise<void> {
  for (const { name, kind } of await entriesOf(fs, folder))
    if (kind !== 'directory') await removeQuietly(fs, join(folder, name));
}

async function readPrincipal(fs: FileSystem, path: string): Promise<PrincipalArtifacts> {
  const principal: PrincipalArtifacts = { path, bytes: 0, files: [] };
  for (const { name } of await entriesOf(fs, path)) {
    const known = parseArtifactId(name);
    if (known === undefined) continue;
    principal.files.push({ name, ...known });
    principal.bytes += known.bytes;
  }
  principal.files.sort((a, b) => (a.name < b.name ? -1 : 1));
  return principal;
}

async function entriesOf(fs: FileSystem, path: string): ReturnType<FileSystem['readdir']> {
  try {
    return await fs.readdir(path);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Returns the bytes freed. A file that cannot be removed is no longer counted, so that the loop ends. */
async function removeOldest(fs: FileSystem, principal: PrincipalArtifacts): Promise<number> {
  const oldest = principal.files.shift();
  if (oldest === undefined) return 0;
  await removeQuietly(fs, join(principal.path, oldest.name));
  principal.bytes -= oldest.bytes;
  return oldest.bytes;
}

/** Moves the first principal to its place by size, or drops it if it has no artifacts left. */
function resortFirst(principals: PrincipalArtifacts[]): void {
  const first = principals.shift();
  if (first === undefined) return;
  let [low, high] = [0, principals.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((principals[middle]?.bytes ?? 0) > first.bytes) low = middle + 1;
    else high = middle;
  }
  if (first.files.length > 0) principals.splice(low, 0, first);
}

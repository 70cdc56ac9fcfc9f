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

/** What is kept in an artifacts folder; names alone are looked at. */
export async function artifactUse(fs: FileSystem, folder: string): Promise<ArtifactUse> {
  const shelves = await readShelves(fs, folder);
  return {
    count: shelves.reduce((sum, { files }) => sum + files.length, 0),
    bytes: shelves.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/**
 * Removes what is too old, and the oldest of whoever has the most until the rest and `needed` fit. Where something has
 * to go, an eighth of the room is made at once, so that not every artifact has to make room for itself.
 */
export async function makeRoom(
  fs: FileSystem,
  folder: string,
  { maxBytes, maxCount, maxAgeMs }: ArtifactLimits,
  { needed = 0, now = Date.now() }: { readonly needed?: number; readonly now?: number } = {},
): Promise<ArtifactUse> {
  await removeStrays(fs, folder);
  const shelves = await readShelves(fs, folder);
  for (const shelf of shelves) {
    while ((shelf.files[0]?.time ?? Infinity) < now - maxAgeMs) await removeOldest(fs, shelf);
  }
  const total = { bytes: 0, count: 0 };
  for (const { bytes, files } of shelves) {
    total.bytes += bytes;
    total.count += files.length;
  }
  if (total.bytes + needed > maxBytes || total.count >= maxCount) {
    const [bytes, count] = [Math.max(0, (maxBytes * 7) / 8 - needed), Math.max(0, (maxCount * 7) / 8 - 1)];
    shelves.sort((a, b) => b.bytes - a.bytes);
    while (total.bytes > bytes || total.count > count) {
      const [largest] = shelves;
      if (largest === undefined) break;
      total.bytes -= await removeOldest(fs, largest);
      total.count--;
      sink(shelves);
    }
  }
  for (const { path, files } of shelves) if (files.length === 0) await fs.rmdir(path).catch(() => undefined);
  return total;
}

/** What one principal has, oldest first. */
interface Shelf {
  readonly path: string;
  bytes: number;
  readonly files: { readonly name: string; readonly time: number; readonly bytes: number }[];
}

async function readShelves(fs: FileSystem, folder: string): Promise<Shelf[]> {
  const shelves: Shelf[] = [];
  for (const { name, kind } of await entriesOf(fs, folder)) {
    if (kind === 'directory') shelves.push(await readShelf(fs, join(folder, name)));
  }
  return shelves;
}

/** Artifacts lie in the folder of a principal: what is beside them is nobody's. */
async function removeStrays(fs: FileSystem, folder: string): Promise<void> {
  for (const { name, kind } of await entriesOf(fs, folder))
    if (kind !== 'directory') await removeQuietly(fs, join(folder, name));
}

async function readShelf(fs: FileSystem, path: string): Promise<Shelf> {
  const shelf: Shelf = { path, bytes: 0, files: [] };
  for (const { name } of await entriesOf(fs, path)) {
    const known = parseArtifactId(name);
    if (known === undefined) continue;
    shelf.files.push({ name, ...known });
    shelf.bytes += known.bytes;
  }
  shelf.files.sort((a, b) => (a.name < b.name ? -1 : 1));
  return shelf;
}

async function entriesOf(fs: FileSystem, path: string): ReturnType<FileSystem['readdir']> {
  try {
    return await fs.readdir(path);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** How many bytes that gave. One that cannot be removed no longer counts, or it would be tried for ever. */
async function removeOldest(fs: FileSystem, shelf: Shelf): Promise<number> {
  const oldest = shelf.files.shift();
  if (oldest === undefined) return 0;
  await removeQuietly(fs, join(shelf.path, oldest.name));
  shelf.bytes -= oldest.bytes;
  return oldest.bytes;
}

/** Moves the first shelf back to where its size belongs, or away when it is empty. */
function sink(shelves: Shelf[]): void {
  const first = shelves.shift();
  if (first === undefined) return;
  let [low, high] = [0, shelves.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shelves[middle]?.bytes ?? 0) > first.bytes) low = middle + 1;
    else high = middle;
  }
  if (first.files.length > 0) shelves.splice(low, 0, first);
}

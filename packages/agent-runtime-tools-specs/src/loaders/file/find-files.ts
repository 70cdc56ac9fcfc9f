import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilePatterns } from './file-patterns.ts';

/** Folders that never hold the specs of an application. */
export const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', '.git']);
const MAX_FILES = 100_000;

/** The files that patterns select, sorted, and the folders that were looked through. A missing folder has none. */
export async function findFiles(
  patterns: FilePatterns,
  signal?: AbortSignal,
): Promise<{ readonly files: string[]; readonly folders: string[] }> {
  const files = new Set<string>();
  const folders = new Set<string>();
  const waiting = patterns.folders.map(({ path, deep }) => ({ path, deep }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    signal?.throwIfAborted();
    folders.add(next.path);
    for (const entry of await entriesOf(next.path)) {
      const path = join(next.path, entry.name);
      if (entry.isDirectory()) {
        if (next.deep && !SKIPPED_FOLDERS.has(entry.name)) waiting.push({ path, deep: true });
      } else if (patterns.matches(path)) files.add(path);
      if (files.size > MAX_FILES) throw new RangeError(`The patterns select more than ${MAX_FILES} files.`);
    }
  }
  return { files: [...files].toSorted(), folders: [...folders] };
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return [];
    throw error;
  }
}

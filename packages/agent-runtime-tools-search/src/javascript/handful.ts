import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { GrepRequest } from '../grep/grep-engine.ts';
import { isSimpleSearch } from './javascript-grep.ts';
import { listSearchable, type SearchableFiles } from './list-searchable.ts';

/**
 * The files of a search that are read and searched here before a program would have started. Undefined when there are
 * too many, they are too large, or the pattern could take longer than its text is long.
 */
export async function handful(request: GrepRequest): Promise<SearchableFiles | undefined> {
  const { workspace, scope, files: filter, signal } = request;
  if (!isSimpleSearch(request)) return undefined;
  if (!scope.isFile && !(await hasFewEntries(join(scope.root, scope.start)))) return undefined;
  const listed = await listSearchable(scope, { workspace, filter, signal });
  const bytes = listed.files.reduce((sum, { size }) => sum + size, 0);
  return bytes <= MAX_BYTES && listed.complete && listed.warnings.length === 0 ? listed : undefined;
}

const MAX_ENTRIES = 12;
const MAX_BYTES = 256 * 1024;

/** Reads no more of a folder than it takes to know. */
async function hasFewEntries(start: string): Promise<boolean> {
  let entries = 0;
  const folders = [start];
  try {
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for await (const entry of await opendir(folder)) {
        if (entry.name === '.git') continue;
        if (++entries > MAX_ENTRIES) return false;
        if (entry.isDirectory()) folders.push(join(folder, entry.name));
      }
    }
    return true;
  } catch {
    return false;
  }
}

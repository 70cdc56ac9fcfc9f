import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A hash of the names and contents of files. A missing file is part of the hash too.
 * @param {string} base
 * @param {readonly string[]} files Relative to `base`.
 */
export function fingerprint(base, files) {
  const hash = createHash('sha256');
  for (const file of files.toSorted()) {
    const path = join(base, file);
    hash.update(`${file}\0`);
    hash.update(existsSync(path) ? readFileSync(path) : 'absent');
    hash.update('\0');
  }
  return hash.digest('hex');
}

/**
 * All files below a folder, except the skipped ones.
 * @param {string} base
 * @param {string} folder Relative to `base`.
 * @param {(name: string) => boolean} skip Names of files and folders to leave out.
 * @returns {string[]} Relative to `base`.
 */
export function filesBelow(base, folder, skip) {
  return readdirSync(join(base, folder), { withFileTypes: true }).flatMap((entry) => {
    if (skip(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(base, path, skip);
    return entry.isFile() ? [path] : [];
  });
}

import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Everything below a folder: files with mode and content, links with their targets, folders as names that end in '/'. */
export function folderContent(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    if (entry.isDirectory()) found[`${name}/`] = '';
    else if (entry.isSymbolicLink()) found[name] = `-> ${readlinkSync(path)}`;
    else found[name] = `${(statSync(path).mode & 0o777).toString(8)} ${readFileSync(path, 'latin1')}`;
  }
  return found;
}

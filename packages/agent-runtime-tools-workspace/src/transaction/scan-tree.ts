import { join } from 'node:path';
import { refuse, workspaceErrors } from '../errors.ts';
import type { FileStat, FileSystem } from '../fs/file-system.ts';
import { Folder } from '../fs/folder.ts';

export interface TreeItem {
  /** Below the folder that was scanned, with `/`. */
  readonly relative: string;
  readonly path: string;
  readonly stat: FileStat;
  /** Of a symbolic link. */
  readonly target?: string;
}

/** Everything below a folder, folders before their content. Links are noted and not followed. */
export async function scanTree(fs: FileSystem, top: string): Promise<TreeItem[]> {
  const items: TreeItem[] = [];
  const pending = [{ path: top, relative: '' }];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const folder = await Folder.open(fs, next.path);
    try {
      for (const { name } of await fs.readdir(folder.at(''))) {
        if (items.length >= MAX_ITEMS)
          refuse(workspaceErrors.TOO_LARGE({ message: `There are more than ${MAX_ITEMS} entries in this folder.` }));
        const stat = await fs.lstat(folder.at(name));
        const item = {
          path: join(next.path, name),
          relative: next.relative === '' ? name : `${next.relative}/${name}`,
          stat,
        };
        items.push(stat.kind === 'symlink' ? { ...item, target: await fs.readlink(folder.at(name)) } : item);
        if (stat.kind === 'directory') pending.push(item);
      }
    } finally {
      await folder.close().catch(() => undefined);
    }
  }
  return items;
}

const MAX_ITEMS = 50_000;

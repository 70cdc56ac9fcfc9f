import { join } from 'node:path';
import { refuse, workspaceErrors } from '../errors.ts';
import type { FileStat, FileSystem } from '../fs/file-system.ts';
import { Folder } from '../fs/folder.ts';
import { isMissing } from '../fs/system-failure.ts';

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
        const relative = next.relative === '' ? name : `${next.relative}/${name}`;
        const stat = await statOf(fs, { path: folder.at(name), relative });
        if (stat === undefined) continue;
        const item = {
          path: join(next.path, name),
          relative,
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

/** Undefined for what has gone meanwhile. */
async function statOf(
  fs: FileSystem,
  { path, relative }: { readonly path: string; readonly relative: string },
): Promise<FileStat | undefined> {
  try {
    return await fs.lstat(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    if (!relative.includes(REPLACEMENT)) return undefined;
    const message = `The folder holds ${relative}, whose name is not valid UTF-8: it cannot be moved or removed with it.`;
    return refuse(workspaceErrors.INVALID_PATH({ message, suggestion: RENAME_FIRST, details: { path: relative } }));
  }
}

/** What stands for bytes of a name that are no character: no file is found by it. */
const REPLACEMENT = '\ufffd';
const RENAME_FIRST = 'Ask the person to rename that entry first.';

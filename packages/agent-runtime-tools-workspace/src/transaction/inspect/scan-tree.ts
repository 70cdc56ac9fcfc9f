import { join } from 'node:path';
import { refuse, workspaceErrors } from '../../errors.ts';
import type { FileStat, FileSystem, FolderEntry } from '../../fs/file-system.ts';
import { Folder } from '../../fs/folder.ts';
import { inParallel } from '../../fs/in-parallel.ts';
import { isMissing } from '../../fs/system-failure.ts';

export interface TreeName {
  /** Below the folder that was scanned, with `/`. */
  readonly relative: string;
  readonly path: string;
}

export interface TreeItem extends TreeName {
  readonly stat: FileStat;
  /** Of a symbolic link. */
  readonly target?: string;
}

/** Everything below a folder, folders before their content. Links are included, not followed. */
export async function scanTree(fs: FileSystem, top: string): Promise<TreeItem[]> {
  const items: TreeItem[] = [];
  await walk(fs, top, async (folder, names) => {
    const found = new Map<string, TreeItem>();
    await inParallel(names, async ({ relative, path, entry: { name } }) => {
      const stat = await statOf(fs, { path: folder.at(name), relative });
      if (stat === undefined) return;
      const target = stat.kind === 'symlink' ? { target: await fs.readlink(folder.at(name)) } : {};
      found.set(relative, { relative, path, stat, ...target });
    });
    const inOrder = names.flatMap(({ relative }) => found.get(relative) ?? []);
    items.push(...inOrder);
    return inOrder.filter(({ stat }) => stat.kind === 'directory');
  });
  return items;
}

/** The same without stats. */
export async function listTree(fs: FileSystem, top: string): Promise<TreeName[]> {
  const items: TreeName[] = [];
  await walk(fs, top, async (folder, names) => {
    for (const { relative, path, entry } of names) {
      if (relative.includes(REPLACEMENT)) await statOf(fs, { path: folder.at(entry.name), relative });
      items.push({ relative, path });
    }
    return names.filter(({ entry }) => entry.kind === 'directory');
  });
  return items;
}

const MAX_ITEMS = 50_000;

interface FoundName extends TreeName {
  readonly entry: FolderEntry;
}

/** Walks a folder and the sub-folders that `visit` returns. */
async function walk(
  fs: FileSystem,
  top: string,
  visit: (folder: Folder, names: readonly FoundName[]) => Promise<readonly TreeName[]>,
): Promise<void> {
  let count = 0;
  const pending: TreeName[] = [{ path: top, relative: '' }];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { path: above, relative: below } = next;
    const folder = await Folder.open(fs, above);
    try {
      const entries = await fs.readdir(folder.at(''));
      count += entries.length;
      if (count > MAX_ITEMS) refuse(tooMany(top));
      const names = entries.map((entry) => ({
        path: join(above, entry.name),
        relative: below === '' ? entry.name : `${below}/${entry.name}`,
        entry,
      }));
      pending.push(...(await visit(folder, names)));
    } finally {
      await folder.close().catch(() => undefined);
    }
  }
}

function tooMany(path: string): ReturnType<typeof workspaceErrors.TOO_LARGE> {
  return workspaceErrors.TOO_LARGE({
    message: `${path} holds more than ${MAX_ITEMS} entries, too many for one change.`,
    suggestion: 'Move or delete the folders and files in it one by one.',
    details: { path },
  });
}

/** Undefined if the entry has disappeared. */
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

/** Stands for invalid UTF-8 in a name; no file can be opened by such a name. */
const REPLACEMENT = '\ufffd';
const RENAME_FIRST = 'Ask the person to rename that entry first.';

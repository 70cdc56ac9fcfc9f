import type { FileSystem } from '../../fs/file-system.ts';
import { inParallel } from '../../fs/in-parallel.ts';
import { hashFile, versionOf } from '../../read/file-version.ts';
import { withFile } from '../../read/open-file.ts';
import type { FileBefore, KeptTree } from '../journal/change-record.ts';
import { scanTree, type TreeItem } from './scan-tree.ts';

/** Whether a folder still has exactly the files that were inspected, unchanged by version. */
export function isSameTree(fs: FileSystem, path: string, tree: KeptTree): Promise<boolean> {
  return compare(fs, path, tree, async ({ stat }, image) => versionOf(stat) === image.version);
}

/** Whether a folder has exactly the content of a tree, compared by hash. */
export function hasTree(fs: FileSystem, path: string, tree: KeptTree): Promise<boolean> {
  return compare(fs, path, tree, async ({ path: file, stat }, image) => {
    if (stat.size !== image.size) return false;
    const hash = await withFile(fs, { path: file, display: file }, ({ file: open }) => hashFile(open));
    return hash === image.hash;
  });
}

async function compare(
  fs: FileSystem,
  path: string,
  tree: KeptTree,
  isSameFile: (item: TreeItem, image: FileBefore) => Promise<boolean>,
): Promise<boolean> {
  const wanted = new Map(tree.entries.map((entry) => [entry.path, entry.image]));
  const items = await scanTree(fs, path);
  let isSame = items.length === wanted.size;
  await inParallel(items, async (item) => {
    const image = wanted.get(item.relative);
    if (!isSame) return;
    if (image?.type !== item.stat.kind) isSame = false;
    else if (image.type === 'symlink') isSame = image.target === item.target;
    else if (image.type === 'file' && !(await isSameFile(item, image))) isSame = false;
  });
  return isSame;
}

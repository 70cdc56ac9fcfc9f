import { constants } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { FileSystem } from '../../fs/file-system.ts';
import { Folder } from '../../fs/folder.ts';
import { inParallel } from '../../fs/in-parallel.ts';
import type { OnProgress } from '../inspect/image-keeper.ts';
import type { FileBefore, KeptTree, LinkImage, TreeEntry } from '../journal/change-record.ts';

/** The contents of a tree's files by hash. */
export type TreeContents = ReadonlyMap<string, Uint8Array>;

export interface MakeTreeOptions {
  readonly tree: KeptTree;
  readonly contents: TreeContents;
  readonly signal: AbortSignal | undefined;
  readonly onProgress?: OnProgress | undefined;
}

/** Creates a folder with all its kept content, and flushes it to disk. The folder must not exist yet. */
export async function makeTree(
  parent: Folder,
  name: string,
  { tree, contents, signal, onProgress }: MakeTreeOptions,
): Promise<void> {
  const { fs } = parent;
  const top = join(parent.path, name);
  await fs.mkdir(parent.at(name), 0o700);
  const levels = contentOf(tree);
  const total = [...levels.values()].reduce((sum, { files }) => sum + files.length, 0);
  let done = 0;
  for (const [path, { folders, files }] of levels) {
    const folder = await Folder.open(fs, path === '' ? top : join(top, path));
    try {
      for (const { path: below } of folders) await fs.mkdir(folder.at(basename(below)), 0o700);
      const make = async (file: (typeof files)[number]): Promise<void> => {
        await makeEntry(folder, basename(file.path), file.image, contents);
        onProgress?.(++done, total);
      };
      await inParallel(files, make, { signal });
    } finally {
      await folder.close().catch(() => undefined);
    }
  }
  // Innermost first: a folder gets its mode after its content was created.
  for (const [path, { mode }] of [...levels].toReversed()) await finish(fs, join(top, path), mode);
}

interface Level {
  readonly mode: number;
  readonly folders: TreeEntry[];
  readonly files: { readonly path: string; readonly image: FileBefore | LinkImage }[];
}

/** The content of each folder of a tree, outer folders first. */
function contentOf(tree: KeptTree): Map<string, Level> {
  const levels = new Map<string, Level>([['', { mode: tree.mode, folders: [], files: [] }]]);
  for (const { path, image } of tree.entries) {
    const above = dirname(path);
    const level = levels.get(above === '.' ? '' : above);
    if (image.type === 'directory') {
      levels.set(path, { mode: image.mode, folders: [], files: [] });
      level?.folders.push({ path, image });
    } else level?.files.push({ path, image });
  }
  return levels;
}

async function makeEntry(
  folder: Folder,
  name: string,
  image: FileBefore | LinkImage,
  contents: TreeContents,
): Promise<void> {
  if (image.type === 'symlink') {
    await folder.fs.symlink(image.target, folder.at(name));
    return;
  }
  const file = await folder.openEntry(name, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    await file.write(contents.get(image.hash ?? '') ?? new Uint8Array());
    await file.chmod(image.mode);
    await file.sync();
  } catch (error) {
    await file.close().catch(() => undefined);
    throw error;
  }
  await file.close();
}

async function finish(fs: FileSystem, path: string, mode: number): Promise<void> {
  const folder = await Folder.open(fs, path);
  try {
    await folder.chmod(mode);
    await folder.sync();
  } finally {
    await folder.close().catch(() => undefined);
  }
}

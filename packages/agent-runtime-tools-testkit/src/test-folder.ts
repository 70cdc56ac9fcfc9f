import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { folderSnapshot, type FolderSnapshot } from './folder-snapshot.ts';

/** A real, temporary folder. */
export interface TestFolder extends AsyncDisposable {
  /** An absolute path without links. */
  readonly path: string;
  read(path: string): Promise<string>;
  /** Also creates missing parent folders. */
  write(path: string, content: string | Uint8Array): Promise<void>;
  /** The current content. */
  snapshot(): Promise<FolderSnapshot>;
  /** Removes the folder with its content. Does nothing if it is already gone. */
  remove(): Promise<void>;
}

/** Creates a folder with the given files. `await using` removes it again. */
export async function createTestFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<TestFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'testkit-')));
  const folder = openFolder(path);
  try {
    for (const [file, content] of Object.entries(files)) await folder.write(file, content);
  } catch (error) {
    await folder.remove();
    throw error;
  }
  return folder;
}

function openFolder(path: string): TestFolder {
  const remove = (): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 3 });
  return {
    path,
    read: (file) => readFile(inside(path, file), 'utf8'),
    async write(file, content) {
      const target = inside(path, file);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, content);
    },
    snapshot: () => folderSnapshot(path),
    remove,
    [Symbol.asyncDispose]: remove,
  };
}

/** Protects against mistakes only: links inside the folder are followed. */
function inside(folder: string, file: string): string {
  const target = join(folder, file);
  const path = relative(folder, target);
  if (isAbsolute(file) || path === '' || path === '..' || path.startsWith(`..${sep}`)) {
    throw new TypeError(`"${file}" is not the path of a file below the folder.`);
  }
  return target;
}

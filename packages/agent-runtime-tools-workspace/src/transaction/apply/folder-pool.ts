import type { FileSystem } from '../../fs/file-system.ts';
import { Folder } from '../../fs/folder.ts';

/**
 * The open folders of one transaction. Each is opened once, so that all steps of the transaction work in the same folder
 * even if its path is replaced meanwhile.
 */
export class FolderPool {
  readonly fs: FileSystem;
  readonly #folders = new Map<string, Folder>();

  constructor(fs: FileSystem) {
    this.fs = fs;
  }

  async get(path: string): Promise<Folder> {
    const known = this.#folders.get(path);
    if (known !== undefined) {
      this.#folders.delete(path);
      this.#folders.set(path, known);
      return known;
    }
    const folder = await Folder.open(this.fs, path);
    this.#folders.set(path, folder);
    const [oldest] = this.#folders;
    if (this.#folders.size > MAX_OPEN && oldest !== undefined) {
      this.#folders.delete(oldest[0]);
      await flushAndClose(oldest[1]);
    }
    return folder;
  }

  /** The same, after checking that the folder is still at its path. */
  async verified(path: string): Promise<Folder> {
    const folder = await this.get(path);
    await folder.verify();
    return folder;
  }

  async syncAll(): Promise<void> {
    for (const folder of this.#folders.values()) await folder.sync();
  }

  async close(): Promise<void> {
    const folders = [...this.#folders.values()];
    this.#folders.clear();
    for (const folder of folders) await folder.close().catch(() => undefined);
  }
}

/** A folder that is closed early is not there any more when all are flushed. */
async function flushAndClose(folder: Folder): Promise<void> {
  try {
    await folder.sync();
  } finally {
    await folder.close().catch(() => undefined);
  }
}

const MAX_OPEN = 64;

import { constants } from 'node:fs';
import { refuse, workspaceErrors } from '../errors.ts';
import type { FileStat, FileSystem, OpenFile } from './file-system.ts';

/**
 * An open folder that was checked to be at its path. Its entries are reached through the open folder, so that replacing a
 * part of the path by a link does not lead elsewhere.
 */
export class Folder {
  readonly fs: FileSystem;
  readonly path: string;
  readonly #handle: OpenFile;
  /** For platforms where the kernel cannot tell the path of an open folder. */
  readonly #opened: FileStat | undefined;

  private constructor(fs: FileSystem, path: string, handle: OpenFile, opened: FileStat | undefined) {
    this.fs = fs;
    this.path = path;
    this.#handle = handle;
    this.#opened = opened;
  }

  /** Opens `path`, which must be free of links. Fails if another folder was opened. */
  static async open(fs: FileSystem, path: string): Promise<Folder> {
    const handle = await fs.open(path, OPEN_FOLDER);
    try {
      const folder = new Folder(fs, path, handle, fs.descriptorPaths ? undefined : await handle.stat());
      await folder.verify();
      return folder;
    } catch (error) {
      await handle.close().catch(() => undefined);
      throw error;
    }
  }

  /** The path to use for an entry of this folder. */
  at(name: string): string {
    if (this.fs.descriptorPaths) return `/proc/self/fd/${this.#handle.fd}/${name}`;
    return this.path.endsWith('/') ? this.path + name : `${this.path}/${name}`;
  }

  /** Fails if the open folder is no longer at its path. */
  async verify(): Promise<void> {
    const { fs, path } = this;
    const real = await (fs.descriptorPaths ? fs.readlink(`/proc/self/fd/${this.#handle.fd}`) : fs.realpath(path));
    if (real !== path) refuse(folderMoved(path));
    if (this.#opened === undefined) return;
    const now = await fs.lstat(path);
    if (now.ino !== this.#opened.ino || now.dev !== this.#opened.dev) refuse(folderMoved(path));
  }

  /** Undefined if there is no such entry. */
  async lstat(name: string): Promise<FileStat | undefined> {
    try {
      return await this.fs.lstat(this.at(name));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Opens an entry, which must not be a link, and checks that it was opened in this folder. */
  async openEntry(name: string, flags: number, mode?: number): Promise<OpenFile> {
    const file = await this.fs.open(this.at(name), flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, mode);
    try {
      if (!this.fs.descriptorPaths) await this.verify();
      return file;
    } catch (error) {
      await file.close().catch(() => undefined);
      throw error;
    }
  }

  async chmod(mode: number): Promise<void> {
    await this.#handle.chmod(mode);
  }

  /** Flushes the entries, so that renames and new files survive a power cut. */
  async sync(): Promise<void> {
    if (process.platform !== 'win32') await this.#handle.sync();
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

const OPEN_FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

function folderMoved(path: string): ReturnType<typeof workspaceErrors.INVALID_PATH> {
  return workspaceErrors.INVALID_PATH({
    message: `The folder ${path} was moved or replaced by a link during the call.`,
    suggestion: 'List the folder again before going on.',
    details: { path },
  });
}

import type { FileStat, FileSystem } from '../fs/file-system.ts';
import { isMissing } from '../fs/system-failure.ts';
import { hashFile, hashOf, versionOf } from '../read/file-version.ts';
import { withFile } from '../read/open-file.ts';
import type { StagedChange } from '../transaction/stage/staged-change.ts';
import { filesOf } from './restored-files.ts';

/** What is at a path. */
export interface Sight {
  readonly kind: FileStat['kind'];
  readonly ino: string;
  readonly size: number;
  readonly version: string;
  hash(): Promise<string>;
  target(): Promise<string>;
}

/** The disk as an undo finds it; in a dry run, as it would be after the changes that were planned so far. */
export class UndoView {
  readonly #fs: FileSystem;
  readonly #planned = new Map<string, Sight | undefined>();

  constructor(fs: FileSystem) {
    this.#fs = fs;
  }

  /** Undefined when nothing is there. */
  async look(path: string): Promise<Sight | undefined> {
    return this.#planned.has(path) ? this.#planned.get(path) : this.#lookAtDisk(path);
  }

  isPlanned(path: string): boolean {
    return this.#planned.has(path);
  }

  /** From now on the view shows this change as made. What is below a moved folder is not followed. */
  async pretend(change: StagedChange): Promise<void> {
    const { path } = change.file;
    if (change.kind === 'remove') this.#planned.set(path, undefined);
    else if (change.kind === 'write') this.#planned.set(path, sightOf(change.content));
    else if (change.kind === 'restore') {
      this.#planned.set(path, FOLDER);
      for (const file of filesOf(change)) this.#planned.set(file.path, sightOf(file.content));
    } else {
      this.#planned.set(change.to.path, await this.look(path));
      this.#planned.set(path, undefined);
    }
  }

  async #lookAtDisk(path: string): Promise<Sight | undefined> {
    try {
      const stat = await this.#fs.lstat(path);
      return {
        kind: stat.kind,
        ino: stat.ino,
        size: stat.size,
        version: versionOf(stat),
        hash: () => withFile(this.#fs, { path, display: path }, ({ file }) => hashFile(file)),
        target: () => this.#fs.readlink(path),
      };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
}

function sightOf(content: Uint8Array | { readonly linkTo: string }): Sight {
  if ('linkTo' in content) {
    const { linkTo } = content;
    return { ...NEW, kind: 'symlink', hash: async () => '', target: async () => linkTo };
  }
  return { ...NEW, kind: 'file', size: content.byteLength, hash: async () => hashOf(content), target: async () => '' };
}

const NEW = { ino: '', size: 0, version: '' };
const FOLDER: Sight = { ...NEW, kind: 'directory', hash: async () => '', target: async () => '' };

import type { FileStat, FileSystem } from '../fs/file-system.ts';
import { isMissing } from '../fs/system-failure.ts';
import { hashFile, hashOf, versionOf } from '../read/file-version.ts';
import { withFile } from '../read/open-file.ts';
import type { StagedChange } from '../transaction/stage/staged-change.ts';
import { restoredFiles } from './restored-files.ts';

/** The entry at a path. */
export interface ViewedEntry {
  readonly kind: FileStat['kind'];
  readonly ino: string;
  readonly size: number;
  readonly version: string;
  hash(): Promise<string>;
  target(): Promise<string>;
}

/** The files as an undo sees them: those on disk, or in a dry run as the planned changes would leave them. */
export class UndoView {
  readonly #fs: FileSystem;
  readonly #planned = new Map<string, ViewedEntry | undefined>();

  constructor(fs: FileSystem) {
    this.#fs = fs;
  }

  /** Undefined if nothing is there. */
  async entryAt(path: string): Promise<ViewedEntry | undefined> {
    return this.#planned.has(path) ? this.#planned.get(path) : this.#readEntry(path);
  }

  isPlanned(path: string): boolean {
    return this.#planned.has(path);
  }

  /** Shows this change as made from now on. Paths below a moved folder are not updated. */
  async applyToView(change: StagedChange): Promise<void> {
    const { path } = change.file;
    if (change.kind === 'remove') this.#planned.set(path, undefined);
    else if (change.kind === 'write') this.#planned.set(path, plannedEntry(change.content));
    else if (change.kind === 'restore') {
      this.#planned.set(path, FOLDER);
      for (const file of restoredFiles(change)) this.#planned.set(file.path, plannedEntry(file.content));
    } else {
      this.#planned.set(change.to.path, await this.entryAt(path));
      this.#planned.set(path, undefined);
    }
  }

  async #readEntry(path: string): Promise<ViewedEntry | undefined> {
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

function plannedEntry(content: Uint8Array | { readonly linkTo: string }): ViewedEntry {
  if ('linkTo' in content) {
    const { linkTo } = content;
    return { ...NEW, kind: 'symlink', hash: async () => '', target: async () => linkTo };
  }
  return { ...NEW, kind: 'file', size: content.byteLength, hash: async () => hashOf(content), target: async () => '' };
}

const NEW = { ino: '', size: 0, version: '' };
const FOLDER: ViewedEntry = { ...NEW, kind: 'directory', hash: async () => '', target: async () => '' };

import { watch, type FSWatcher } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import type { FilePatterns } from './file-patterns.ts';
import { findFiles, SKIPPED_FOLDERS } from './find-files.ts';

/** Editors write a file in several steps. What happens within this time is one change. */
const SETTLE_MS = 8;
const MAX_FOLDERS = 8_192;

/**
 * Reports files that patterns select and that were written, created or removed. Each folder has its own watcher, because
 * recursive ones are not there on every system and miss files of new folders.
 */
export class FolderWatcher {
  readonly #patterns: FilePatterns;
  readonly #report: (paths: readonly string[]) => Promise<void>;
  readonly #watchers = new Map<string, FSWatcher>();
  /** The files that were found, to know which are gone with their folder. */
  readonly #files = new Set<string>();
  readonly #pending = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(patterns: FilePatterns, report: (paths: readonly string[]) => Promise<void>) {
    this.#patterns = patterns;
    this.#report = report;
  }

  /** Resolves when every folder is watched, to the files that are there. */
  async start(): Promise<string[]> {
    for (const { path } of this.#patterns.folders) await this.#watchTree(path);
    return [...this.#files];
  }

  /** Reports files as if they had changed. */
  changed(path: string): void {
    if (this.#isClosed) return;
    this.#pending.add(path);
    this.#timer ??= setTimeout(() => this.#flush(), SETTLE_MS);
  }

  /** Resolves when nothing is reported any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    await this.#running;
  }

  #flush(): void {
    this.#timer = undefined;
    const paths = [...this.#pending];
    this.#pending.clear();
    // One after the other, so that an older state never replaces a newer one.
    this.#running = this.#running.then(() => this.#handle(paths)).catch(() => undefined);
  }

  async #handle(paths: readonly string[]): Promise<void> {
    if (this.#isClosed) return;
    const files = new Set<string>();
    for (const path of paths) {
      if (this.#patterns.matches(path)) files.add(path);
      else for (const file of await this.#folderChanged(path)) files.add(file);
    }
    for (const file of files) this.#files.add(file);
    if (files.size > 0 && !this.#isClosed) await this.#report([...files]);
  }

  /** Returns the files of a folder that is new or gone. */
  async #folderChanged(path: string): Promise<string[]> {
    const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true;
    if (isFolder) return SKIPPED_FOLDERS.has(basename(path)) || !this.#isSelected(path) ? [] : this.#watchTree(path);
    return this.#watchers.has(path) ? this.#forgetTree(path) : [];
  }

  #isSelected(path: string): boolean {
    return this.#patterns.folders.some((folder) => path === folder.path || (folder.deep && isBelow(path, folder.path)));
  }

  /** Watches a folder and those in it. */
  async #watchTree(path: string): Promise<string[]> {
    const deep = this.#patterns.folders.some(
      (folder) => folder.deep && (path === folder.path || isBelow(path, folder.path)),
    );
    // The watchers come first, so that nothing is missed between the two.
    const { folders } = await findFiles({ folders: [{ path, deep }], matches: () => false });
    for (const folder of folders) this.#watchFolder(folder);
    const { files } = await findFiles({ folders: [{ path, deep }], matches: (file) => this.#patterns.matches(file) });
    for (const file of files) this.#files.add(file);
    return files;
  }

  #watchFolder(folder: string): void {
    if (this.#isClosed || this.#watchers.has(folder) || this.#watchers.size >= MAX_FOLDERS) return;
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) =>
        this.changed(name === null ? folder : join(folder, name)),
      );
      watcher.on('error', () => this.changed(folder));
      this.#watchers.set(folder, watcher);
    } catch {
      // The folder is gone again.
    }
  }

  #forgetTree(path: string): string[] {
    for (const [folder, watcher] of this.#watchers) {
      if (folder !== path && !isBelow(folder, path)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    return [...this.#files].filter((file) => isBelow(file, path));
  }
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

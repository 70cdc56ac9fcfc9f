import { readFile, stat } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { failedSource, sourceFromBytes, type SpecReader } from '../read-text.ts';
import type { SourceChange, SpecLoader, SpecSource } from '../spec-loader.ts';
import { readPatterns, type FilePatterns } from './file-patterns.ts';
import { findFiles } from './find-files.ts';
import { FolderWatcher } from './folder-watcher.ts';

export interface FileLoaderOptions {
  /** Where relative patterns start. Default: the current folder. */
  readonly cwd?: string;
  /** The most bytes of one file. Default 16 MiB. */
  readonly maxFileBytes?: number;
  /** Reads another format, such as `openApiReader()`. Default: specs of this package. */
  readonly read?: SpecReader;
}

/**
 * Loads specs from files: YAML, or JSON if a name ends in `.json`. Patterns may have `*`, `**`, `?`, `[a-z]` and `{a,b}`.
 * A pattern without special characters must be there; what a glob selects may be nothing. To be watched, the folder that a
 * pattern starts with must exist.
 */
export function fileLoader(patterns: string | readonly string[], options: FileLoaderOptions = {}): SpecLoader {
  return new FileLoader([patterns].flat(), options);
}

const MAX_BYTES = 16 * 1024 * 1024;
const READ_AT_ONCE = 16;

class FileLoader implements SpecLoader {
  readonly name: string;
  readonly #patterns: FilePatterns;
  /** Files that must be there. */
  readonly #required: readonly string[];
  readonly #cwd: string;
  readonly #maxBytes: number;
  /** The state of every file when it was read. */
  readonly #read = new Map<string, string>();
  readonly #reader: SpecReader | undefined;

  constructor(patterns: readonly string[], { cwd = process.cwd(), maxFileBytes = MAX_BYTES, read }: FileLoaderOptions) {
    this.#reader = read;
    this.name = `files ${patterns.join(', ')}`;
    this.#cwd = resolve(cwd);
    this.#maxBytes = maxFileBytes;
    this.#patterns = readPatterns(patterns, this.#cwd);
    this.#required = patterns.filter((pattern) => !/[*?[\]{}!]/.test(pattern)).map((pattern) => resolve(cwd, pattern));
  }

  async load({ signal }: { readonly signal?: AbortSignal }): Promise<SpecSource[]> {
    const { files } = await findFiles(this.#patterns, signal);
    const paths = [...new Set([...files, ...this.#required])];
    const sources: SpecSource[] = [];
    for (let at = 0; at < paths.length; at += READ_AT_ONCE) {
      signal?.throwIfAborted();
      sources.push(...(await Promise.all(paths.slice(at, at + READ_AT_ONCE).map((path) => this.#readSource(path)))));
    }
    return sources;
  }

  async watch(report: (changes: readonly SourceChange[]) => void): Promise<() => Promise<void>> {
    const watcher = new FolderWatcher(this.#patterns, async (paths) =>
      report(await Promise.all(paths.map((path) => this.#changeOf(path)))),
    );
    const there = await watcher.start();
    // What has changed since it was loaded.
    for (const path of new Set([...there, ...this.#read.keys()]))
      if ((await stateOf(path)) !== this.#read.get(path)) watcher.changed(path);
    return () => watcher.close();
  }

  async #changeOf(path: string): Promise<SourceChange> {
    if ((await stateOf(path)) !== undefined) return this.#readSource(path);
    this.#read.delete(path);
    return { id: path, gone: true };
  }

  async #readSource(path: string): Promise<SpecSource> {
    const place = { id: path, label: relative(this.#cwd, path) };
    try {
      const state = await stateOf(path);
      const bytes = await readFile(path);
      if (state !== undefined) this.#read.set(path, state);
      if (bytes.length > this.#maxBytes) throw new RangeError(`The file has more than ${this.#maxBytes} bytes.`);
      return await sourceFromBytes(place, bytes, this.#reader);
    } catch (error) {
      return failedSource(place, 'unreadable', error);
    }
  }
}

/** Different after every write. Undefined if there is no such file. */
async function stateOf(path: string): Promise<string | undefined> {
  try {
    const { mtimeNs, size, ino } = await stat(path, { bigint: true });
    return `${mtimeNs} ${size} ${ino}`;
  } catch {
    return undefined;
  }
}

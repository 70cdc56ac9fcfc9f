import type { FileSystem } from '../fs/file-system.ts';
import { isMissing, systemFailure } from '../fs/system-failure.ts';
import { refuse, workspaceErrors } from '../errors.ts';
import type { OpenWorkspace } from '../open-workspace.ts';
import type { ResolvedPath, ResolveOptions } from '../paths/resolved-path.ts';
import { rootOf } from '../paths/roots.ts';
import type { ReadTracker } from '../tracking/read-tracker.ts';
import { originOwner } from '../transaction/change-origin.ts';
import type { PathStat, WorkspaceLines } from '../workspace.ts';
import { versionOf } from './file-version.ts';
import { listFolder, type Listing, type ListOptions } from './list-folder.ts';
import {
  readContent,
  readSlice,
  type FileContent,
  type FileSlice,
  type ReadOptions,
  type TrackedReadOptions,
} from './read-content.ts';
import { readLines, type ReadLinesOptions } from './read-lines.ts';

export interface FileReaderOptions {
  readonly fs: FileSystem;
  readonly open: () => Promise<OpenWorkspace>;
  readonly tracker: ReadTracker;
}

/** Resolves paths: the workspace's resolver, or a transaction's. */
interface PathSource {
  resolve(path: string, options: ResolveOptions): Promise<ResolvedPath>;
}

interface InFolder {
  readonly cwd?: string;
}

/** The methods of a workspace that only read. Records what each task has read. */
export class FileReader {
  readonly #fs: FileSystem;
  readonly #open: () => Promise<OpenWorkspace>;
  readonly #tracker: ReadTracker;

  constructor({ fs, open, tracker }: FileReaderOptions) {
    this.#fs = fs;
    this.#open = open;
    this.#tracker = tracker;
  }

  async stat(path: string, { cwd }: InFolder, paths?: PathSource): Promise<PathStat> {
    const source = paths ?? (await this.#open()).resolver;
    const file = await source.resolve(path, { access: 'stat', ...within(cwd) });
    try {
      const stat = await this.#fs.lstat(file.path);
      const { kind, size, mode } = stat;
      return { file, kind, size, mode, modifiedMs: Number(stat.modifiedNs / 1_000_000n), version: versionOf(stat) };
    } catch (error) {
      throw systemFailure(error, path);
    }
  }

  /** Whether a real path is a folder. */
  async isFolder(path: string): Promise<boolean> {
    try {
      return (await this.#fs.lstat(path)).kind === 'directory';
    } catch (error) {
      if (isMissing(error)) return false;
      throw systemFailure(error, path);
    }
  }

  async list(path: string, options: ListOptions & InFolder): Promise<Listing & { folder: ResolvedPath }> {
    const { hiddenPaths, gitIgnore, roots, resolver } = await this.#open();
    const folder = await resolver.resolve(path, { access: 'list', ...within(options.cwd) });
    const root = rootOf(roots, folder.path) ?? refuse(workspaceErrors.INVALID_PATH());
    return { folder, ...(await listFolder({ fs: this.#fs, hiddenPaths, gitIgnore, root }, folder, options)) };
  }

  async content(
    path: string,
    { cwd, maxBytes, track = true, ...reader }: ReadOptions,
    paths?: PathSource,
  ): Promise<FileContent> {
    const file = await this.#readable(path, cwd, paths);
    const content = await readContent(this.#fs, file, maxBytes);
    const owner = track ? originOwner(reader) : undefined;
    if (owner !== undefined) this.#tracker.recordRead(owner, file.path, content);
    return content;
  }

  async bytes(
    path: string,
    { cwd, offset, length }: InFolder & { offset: number; length: number },
  ): Promise<FileSlice> {
    return readSlice(this.#fs, await this.#readable(path, cwd), { offset, length });
  }

  async lines(
    path: string,
    { cwd, track = true, ...options }: ReadLinesOptions & TrackedReadOptions & InFolder,
  ): Promise<WorkspaceLines> {
    const file = await this.#readable(path, cwd);
    const { stat, ...read } = await readLines(this.#fs, file, options);
    const version = versionOf(stat);
    const owner = track ? originOwner(options) : undefined;
    if (owner !== undefined) {
      // If the line numbers are not known, the file counts as read, but none of its lines.
      const { startLine = 0 } = read;
      const end = read.startLine === undefined ? 0 : startLine + read.lines.length;
      const report = { version, hash: read.hash, lines: [startLine, end] as const };
      this.#tracker.recordRead(owner, file.path, report);
    }
    return { ...read, file, size: stat.size, modifiedMs: Number(stat.modifiedNs / 1_000_000n), version };
  }

  async #readable(path: string, cwd: string | undefined, paths?: PathSource): Promise<ResolvedPath> {
    return (paths ?? (await this.#open()).resolver).resolve(path, { access: 'read', ...within(cwd) });
  }
}

function within(cwd: string | undefined): InFolder {
  return cwd === undefined ? {} : { cwd };
}

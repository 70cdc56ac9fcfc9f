import type { FileSystem } from '../fs/file-system.ts';
import { systemFailure } from '../fs/system-failure.ts';
import { refuse, workspaceErrors } from '../errors.ts';
import type { OpenWorkspace } from '../open-workspace.ts';
import type { ResolvedPath } from '../paths/resolved-path.ts';
import { rootOf } from '../paths/roots.ts';
import type { ReadTracker } from '../tracking/read-tracker.ts';
import { originOwner } from '../transaction/commit.ts';
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

interface InFolder {
  readonly cwd?: string;
}

/** Everything that looks at files and changes none. What a task reads is recorded for it. */
export class FileReader {
  readonly #fs: FileSystem;
  readonly #open: () => Promise<OpenWorkspace>;
  readonly #tracker: ReadTracker;

  constructor({ fs, open, tracker }: FileReaderOptions) {
    this.#fs = fs;
    this.#open = open;
    this.#tracker = tracker;
  }

  async stat(path: string, { cwd }: InFolder): Promise<PathStat> {
    const { resolver } = await this.#open();
    const file = await resolver.resolve(path, { access: 'stat', ...within(cwd) });
    try {
      const stat = await this.#fs.lstat(file.path);
      const { kind, size, mode } = stat;
      return { file, kind, size, mode, modifiedMs: Number(stat.modifiedNs / 1_000_000n), version: versionOf(stat) };
    } catch (error) {
      throw systemFailure(error, path);
    }
  }

  async list(path: string, options: ListOptions & InFolder): Promise<Listing & { folder: ResolvedPath }> {
    const { wall, gitIgnore, roots, resolver } = await this.#open();
    const folder = await resolver.resolve(path, { access: 'list', ...within(options.cwd) });
    const root = rootOf(roots, folder.path) ?? refuse(workspaceErrors.INVALID_PATH());
    return { folder, ...(await listFolder({ fs: this.#fs, wall, gitIgnore, root }, folder, options)) };
  }

  async content(path: string, { cwd, maxBytes, track = true, ...reader }: ReadOptions): Promise<FileContent> {
    const file = await this.#readable(path, cwd);
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
      // Lines whose numbers are not known count as a read of the file, and as no lines of it.
      const { startLine = 0 } = read;
      const end = read.startLine === undefined ? 0 : startLine + read.lines.length;
      const report = { version, hash: read.hash, lines: [startLine, end] as const };
      this.#tracker.recordRead(owner, file.path, report);
    }
    return { ...read, file, size: stat.size, modifiedMs: Number(stat.modifiedNs / 1_000_000n), version };
  }

  async #readable(path: string, cwd: string | undefined): Promise<ResolvedPath> {
    return (await this.#open()).resolver.resolve(path, { access: 'read', ...within(cwd) });
  }
}

function within(cwd: string | undefined): InFolder {
  return cwd === undefined ? {} : { cwd };
}

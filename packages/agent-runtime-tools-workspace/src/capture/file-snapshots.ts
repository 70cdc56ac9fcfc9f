import { join } from 'node:path';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { checkSignal, refuse } from '../errors.ts';
import type { FileStat, FileSystem } from '../fs/file-system.ts';
import { inParallel } from '../fs/in-parallel.ts';
import type { OpenWorkspace } from '../open-workspace.ts';
import { pathFailures } from '../paths/path-failures.ts';
import { rootOf } from '../paths/roots.ts';
import { listFolder } from '../read/list-folder.ts';
import { readRange, withFile } from '../read/open-file.ts';

/** A file or link at one moment. */
export interface FileSnapshot {
  readonly stat: FileStat;
  /** Of a link. */
  readonly target?: string;
  /** Of a file; absent if it was not read. */
  readonly bytes?: Uint8Array;
}

export interface FileSnapshots {
  /** By real path. */
  readonly files: ReadonlyMap<string, FileSnapshot>;
  readonly folders: ReadonlySet<string>;
  /** Whether all files below the paths are there: there may be more than can be watched. */
  readonly complete: boolean;
}

export interface SnapshotOptions {
  readonly fs: FileSystem;
  readonly open: OpenWorkspace;
  readonly paths: readonly string[];
  readonly cwd: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The files below some paths, without their content. What `.gitignore` excludes and what is hidden from tools is left out. */
export async function takeSnapshots({ fs, open, paths, cwd, signal }: SnapshotOptions): Promise<FileSnapshots> {
  const files = new Map<string, FileSnapshot>();
  const folders = new Set<string>();
  let complete = true;
  const add = async (path: string): Promise<void> => {
    const stat = await fs.lstat(path).catch(() => undefined);
    if (stat?.kind === 'directory') folders.add(path);
    else if (stat?.kind === 'symlink') files.set(path, { stat, target: await fs.readlink(path) });
    else if (stat?.kind === 'file') files.set(path, { stat });
  };
  for (const path of paths) {
    checkSignal(signal);
    const { place, isFolder } = await placeOf(open, path, cwd);
    const root = rootOf(open.roots, place.path);
    if (root === undefined) continue;
    if (root.readOnly) refuse(pathFailures.readOnly(path));
    for (let folder = join(place.path, '..'); rootOf(open.roots, folder) !== undefined; folder = join(folder, '..')) {
      if (folders.has(folder)) break;
      await add(folder);
    }
    if (!isFolder) {
      await add(place.path);
      continue;
    }
    folders.add(place.path);
    const { hiddenPaths, gitIgnore } = open;
    const options = { recursive: true, includeHidden: true, limit: MAX_FILES, ...(signal && { signal }) };
    const listed = await listFolder({ fs, hiddenPaths, gitIgnore, root }, place, options);
    if (listed.truncated || !listed.complete) complete = false;
    const below = place.display === '.' ? 0 : place.display.length + 1;
    await inParallel(listed.entries, (entry) => add(join(place.path, entry.path.slice(below))));
  }
  return { files, folders, complete };
}

/** Adds the content of files, as long as all of it fits into memory. */
export async function readSnapshots(
  fs: FileSystem,
  snapshots: FileSnapshots,
  { maxFileBytes, signal }: { readonly maxFileBytes: number; readonly signal: AbortSignal | undefined },
): Promise<FileSnapshots> {
  const files = new Map(snapshots.files);
  let left = MAX_BYTES;
  for (const [path, snapshot] of snapshots.files) {
    checkSignal(signal);
    const { size, kind } = snapshot.stat;
    if (kind !== 'file' || size > maxFileBytes || size > left) continue;
    left -= size;
    const bytes = await withFile(fs, { path, display: path }, ({ file }) => readRange(file, 0, size)).catch(
      () => undefined,
    );
    if (bytes?.byteLength === size) files.set(path, { ...snapshot, bytes });
  }
  return { ...snapshots, files };
}

const MAX_FILES = 20_000;
const MAX_BYTES = 128 * 1024 * 1024;

/** Where a path leads. The path does not have to exist; a link is the link itself, unless it leads to a folder. */
async function placeOf(open: OpenWorkspace, path: string, cwd: string | undefined) {
  const where = cwd === undefined ? {} : { cwd };
  try {
    return { place: await open.resolver.resolve(path, { access: 'list', ...where }), isFolder: true };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
  }
  const change = { allowProtected: true, ...where };
  try {
    return { place: await open.resolver.resolve(path, { access: 'delete', ...change }), isFolder: false };
  } catch (error) {
    if (!(error instanceof ToolFailure) || error.error.code !== 'FILE_NOT_FOUND') throw error;
    return { place: await open.resolver.resolve(path, { access: 'create', ...change }), isFolder: false };
  }
}

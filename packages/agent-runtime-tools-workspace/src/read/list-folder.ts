import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkSignal } from '../errors.ts';
import type { FileStat, FileSystem, FolderEntry } from '../fs/file-system.ts';
import { Folder } from '../fs/folder.ts';
import { inParallel } from '../fs/in-parallel.ts';
import { isOnDisk, SyncDiskReader } from '../fs/sync-disk-reader.ts';
import { systemFailure } from '../fs/system-failure.ts';
import type { FolderRules, GitIgnore } from '../ignore/git-ignore.ts';
import type { HiddenPathRules } from '../ignore/hidden-path-rules.ts';
import type { ResolvedPath } from '../paths/resolved-path.ts';
import type { Root } from '../paths/roots.ts';

export interface ListOptions {
  readonly recursive?: boolean;
  /** Also list names that begin with a dot. Default false. */
  readonly includeHidden?: boolean;
  /** Also list what `.gitignore` ignores. Default false. */
  readonly includeIgnored?: boolean;
  /** Default 1,000. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
  /** Called for each entry as soon as it is found, before its size and time are known; also beyond `limit`. */
  readonly onEntry?: (entry: Pick<ListEntry, 'path' | 'type'>) => void;
}

export interface ListEntry {
  readonly name: string;
  /** As ResolvedPath.display. */
  readonly path: string;
  readonly type: 'file' | 'directory' | 'symlink' | 'other';
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modifiedMs: number;
}

export interface Listing {
  readonly entries: ListEntry[];
  /** The number of all entries; a lower bound if `complete` is false. */
  readonly total: number;
  readonly truncated: boolean;
  /** False if the walk stopped at its limit of entries. */
  readonly complete: boolean;
  /** Folders that could not be read. */
  readonly unreadable: string[];
}

interface ListSource {
  readonly fs: FileSystem;
  readonly hiddenPaths: HiddenPathRules;
  readonly gitIgnore: GitIgnore;
  readonly root: Root;
}

/** Lists a folder by name, each folder before its content. Links are listed, not followed. */
export async function listFolder(
  source: ListSource,
  folder: ResolvedPath,
  options: ListOptions = {},
): Promise<Listing> {
  const { recursive = false, limit = 1000, signal, onEntry } = options;
  const found: Place[] = [];
  const unreadable: string[] = [];
  let total = 0;
  // The stack is in reverse order, so that a folder is walked right after it was listed.
  const stack: Place[] = [
    {
      path: folder.path,
      names: folder.relative === '.' ? [] : folder.relative.split('/'),
      entry: undefined,
      above: undefined,
    },
  ];
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    checkSignal(signal);
    if (place.entry !== undefined) {
      total++;
      if (found.length < limit) found.push(place);
      onEntry?.({ path: displayPath(place, folder), type: place.entry.kind });
      // A file system in memory never waits: timers and cancellation need a turn of their own.
      if (total % ENTRIES_PER_TURN === 0) await nextTurn();
      if (!recursive || place.entry.kind !== 'directory') continue;
    }
    const isTop = place.entry === undefined;
    try {
      const { entries: visible, rules } = await visibleEntries(source, place, options);
      for (const entry of visible) {
        stack.push({
          path: joinPath(place.path, entry.name),
          names: [...place.names, entry.name],
          entry,
          above: rules,
        });
      }
    } catch (error) {
      if (isTop) throw systemFailure(error, folder.display);
      unreadable.push(place.names.join('/'));
    }
    if (total + stack.length > MAX_WALK) {
      const entries = await describeAll(source, found, folder);
      return { entries, total: total + stack.length, truncated: true, complete: false, unreadable };
    }
  }
  const entries = await describeAll(source, found, folder);
  return { entries, total, truncated: total > entries.length, complete: true, unreadable };
}

interface Place {
  readonly path: string;
  /** The path from the root. */
  readonly names: readonly string[];
  readonly entry: FolderEntry | undefined;
  /** The ignore rules of the folder that holds it. */
  readonly above: FolderRules | undefined;
}

const MAX_WALK = 500_000;
const ENTRIES_PER_TURN = 2_000;

/** The entries to list, in reverse order for the stack. */
async function visibleEntries(
  { fs, hiddenPaths, gitIgnore, root }: ListSource,
  place: Place,
  options: ListOptions,
): Promise<{ entries: FolderEntry[]; rules: FolderRules }> {
  const isHidden = await hiddenPaths.matcher();
  const rules = await gitIgnore.rulesIn(root.path, place.names, place.above);
  const folder = await Folder.open(fs, place.path);
  try {
    const visible: FolderEntry[] = [];
    for (const entry of await fs.readdir(folder.at(''))) {
      if (TEMPORARY.test(entry.name) || (options.includeHidden !== true && entry.name.startsWith('.'))) continue;
      if (isHidden(joinPath(place.path, entry.name))) continue;
      if (options.includeIgnored !== true && rules.ignores(entry.name, entry.kind === 'directory')) continue;
      visible.push(entry);
    }
    return { entries: visible.sort((a, b) => (a.name < b.name ? 1 : -1)), rules };
  } finally {
    await folder.close().catch(() => undefined);
  }
}

/**
 * Reads sizes and times. On the machine's own disk without waiting for each entry, which takes a tenth of the time for a tree
 * of thousands of files; other work gets its turn in between.
 */
async function describeAll({ fs }: ListSource, places: readonly Place[], top: ResolvedPath): Promise<ListEntry[]> {
  if (!isOnDisk(fs)) {
    const stats = new Map<Place, FileStat>();
    await inParallel(places, async (place) => {
      const stat = await fs.lstat(place.path).catch(() => undefined);
      if (stat !== undefined) stats.set(place, stat);
    });
    return places.map((place) => describe(place, stats.get(place), top));
  }
  const disk = new SyncDiskReader();
  const entries: ListEntry[] = [];
  for (const place of places) {
    entries.push(describe(place, statOf(disk, place.path), top));
    if (entries.length % STATS_PER_TURN === 0) await nextTurn();
  }
  return entries;
}

const STATS_PER_TURN = 500;

function statOf(disk: SyncDiskReader, path: string): FileStat | undefined {
  try {
    return disk.stat(path);
  } catch {
    return undefined;
  }
}

function describe(place: Place, stat: FileStat | undefined, top: ResolvedPath): ListEntry {
  return {
    name: place.entry?.name ?? '',
    path: displayPath(place, top),
    type: place.entry?.kind ?? 'other',
    size: stat?.size ?? 0,
    modifiedMs: stat === undefined ? 0 : Number(stat.modifiedNs / 1_000_000n),
  };
}

function displayPath(place: Place, top: ResolvedPath): string {
  const below = place.path
    .slice(top.path.length)
    .replace(/^[/\\]/, '')
    .replaceAll('\\', process.platform === 'win32' ? '/' : '\\');
  return top.display === '.' ? below : `${top.display}/${below}`;
}

function joinPath(folder: string, name: string): string {
  return folder.endsWith('/') ? folder + name : `${folder}/${name}`;
}

/** The names of a transaction's temporary files. */
export const TEMPORARY = /^\.toolbox-[0-9a-z]+-\d+\.(?:new|old)$/;

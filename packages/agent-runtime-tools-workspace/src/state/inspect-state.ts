import { resolve, join } from 'node:path';
import { artifactUse } from '../artifacts/evict-artifacts.ts';
import { inParallel } from '../fs/in-parallel.ts';
import { nodeFileSystem } from '../fs/node-file-system.ts';
import type { FileSystem } from '../fs/file-system.ts';
import { isMissing } from '../fs/system-failure.ts';
import { readStateFile } from './state-files.ts';
import { ROOTS_FILE, stateHome, workspaceFolders, type WorkspaceFolders } from './state-folder.ts';

export interface StateOptions {
  /** Default: as for createWorkspace. */
  readonly state?: string;
  readonly fs?: FileSystem;
}

/** What the state folder holds of one workspace. */
export interface WorkspaceState {
  /** The name of its folder. */
  readonly id: string;
  /** Unknown if an earlier version created it. */
  readonly roots: readonly string[] | undefined;
  /** None of its roots exists. */
  readonly isGone: boolean;
  /** The number of transactions that run or were interrupted. */
  readonly unsettled: number;
  readonly changes: number;
  readonly artifacts: number;
  /** Records of changes, before-images and artifacts together. */
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly lastUsed: number;
}

export interface StateReport {
  readonly folder: string;
  /** The most recently used first. */
  readonly workspaces: readonly WorkspaceState[];
  readonly locks: number;
  readonly leases: number;
  readonly bytes: number;
}

/** What a state folder holds. Changes nothing. */
export async function inspectState({
  state = stateHome(),
  fs = nodeFileSystem,
}: StateOptions = {}): Promise<StateReport> {
  const folder = resolve(state);
  const workspaces: WorkspaceState[] = [];
  for (const id of await namesIn(fs, join(folder, 'workspaces')))
    workspaces.push(await inspectWorkspace(fs, folder, id));
  workspaces.sort((a, b) => b.lastUsed - a.lastUsed);
  return {
    folder,
    workspaces,
    locks: (await namesIn(fs, join(folder, 'locks'))).length,
    leases: (await namesIn(fs, join(folder, 'leases'))).length,
    bytes: workspaces.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

async function inspectWorkspace(fs: FileSystem, home: string, id: string): Promise<WorkspaceState> {
  const folders = workspaceFolders(home, id);
  const roots = await rootsOf(fs, folders);
  const [changes, objects, artifacts] = [
    await sizeOf(fs, folders.changes),
    await sizeOf(fs, folders.objects),
    await artifactUse(fs, folders.artifacts),
  ];
  const journal = await namesIn(fs, folders.journal);
  return {
    id,
    roots,
    isGone: roots !== undefined && !(await anyExists(fs, roots)),
    unsettled: journal.filter((name) => name.endsWith('.json')).length,
    changes: changes.count,
    artifacts: artifacts.count,
    bytes: changes.bytes + objects.bytes + artifacts.bytes,
    lastUsed: Math.max(
      ...(await Promise.all(Object.values<string>({ ...folders }).map((path) => modifiedMs(fs, path)))),
    ),
  };
}

async function rootsOf(fs: FileSystem, { own }: WorkspaceFolders): Promise<readonly string[] | undefined> {
  try {
    const bytes = await readStateFile(fs, join(own, ROOTS_FILE));
    const roots: unknown = bytes === undefined ? undefined : JSON.parse(bytes.toString('utf8'));
    return Array.isArray(roots) && roots.every((root) => typeof root === 'string') ? roots : undefined;
  } catch {
    return undefined;
  }
}

/** A path that cannot be checked counts as existing. */
async function anyExists(fs: FileSystem, paths: readonly string[]): Promise<boolean> {
  for (const path of paths) {
    try {
      await fs.lstat(path);
      return true;
    } catch (error) {
      if (!isMissing(error)) return true;
    }
  }
  return false;
}

async function sizeOf(fs: FileSystem, folder: string): Promise<{ count: number; bytes: number }> {
  const names = await namesIn(fs, folder);
  let bytes = 0;
  await inParallel(names, async (name) => {
    bytes += (await fs.lstat(join(folder, name)).catch(() => undefined))?.size ?? 0;
  });
  return { count: names.length, bytes };
}

/** The names in a folder; none if there is no such folder. */
export async function namesIn(fs: FileSystem, folder: string): Promise<string[]> {
  try {
    return (await fs.readdir(folder)).map(({ name }) => name).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** When a path was last modified; 0 if it does not exist. */
export async function modifiedMs(fs: FileSystem, path: string): Promise<number> {
  const stat = await fs.lstat(path).catch(() => undefined);
  return stat === undefined ? 0 : Number(stat.modifiedNs / 1_000_000n);
}

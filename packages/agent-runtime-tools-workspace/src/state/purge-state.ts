import { join } from 'node:path';
import { evictArtifacts } from '../artifacts/evict-artifacts.ts';
import type { FileSystem } from '../fs/file-system.ts';
import { nodeFileSystem } from '../fs/node-file-system.ts';
import { isMissing } from '../fs/system-failure.ts';
import { FileLocks } from '../locks/file-locks.ts';
import { ChangeLog } from '../undo/change-log.ts';
import { ObjectStore } from '../undo/object-store.ts';
import { applyRetention, DEFAULT_RETENTION, type RetentionOptions } from '../undo/retention.ts';
import { inspectState, modifiedMs, namesIn, type StateOptions, type WorkspaceState } from './inspect-state.ts';
import { removeQuietly } from './state-files.ts';
import { workspaceFolders } from './state-folder.ts';

export interface PurgeOptions extends StateOptions {
  /** What is kept of each workspace. Default: as for createWorkspace. */
  readonly retention?: RetentionOptions;
  /** The limit of all workspaces together. The least recently used are removed first. Default 4 GiB. */
  readonly maxTotalBytes?: number;
  /** How long the state of a workspace without roots is kept: its disk may not be mounted now. Default 7 days. */
  readonly goneAfterMs?: number;
  /** The ids of workspaces whose state to remove. */
  readonly remove?: readonly string[];
  /** Only report which workspaces would be removed. */
  readonly dryRun?: boolean;
}

export interface PurgeReport {
  /** The ids of workspaces whose state was removed. */
  readonly removed: readonly string[];
  /** The ids of workspaces that were kept because of unfinished transactions. */
  readonly kept: readonly string[];
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

/** Cleans a state folder: workspaces without roots, changes and artifacts beyond retention, locks and leases of dead processes. */
export async function purgeState(options: PurgeOptions = {}): Promise<PurgeReport> {
  const { fs = nodeFileSystem, dryRun = false } = options;
  const before = await inspectState(options);
  const { toRemove, kept } = chooseWorkspaces(before.workspaces, options);
  const removed = toRemove.map(({ id }) => id);
  if (dryRun) {
    const bytesAfter = before.bytes - toRemove.reduce((sum, { bytes }) => sum + bytes, 0);
    return { removed, kept, bytesBefore: before.bytes, bytesAfter };
  }
  for (const id of removed) await removeTree(fs, workspaceFolders(before.folder, id).own);
  for (const { id } of before.workspaces) {
    if (removed.includes(id)) continue;
    await retain(fs, before.folder, { id, retention: options.retention ?? {} }).catch((error: unknown) => {
      // Another process has just removed it, or it was created only in part.
      if (!isMissing(error)) throw error;
    });
  }
  await new FileLocks(fs, join(before.folder, 'locks')).sweep();
  await removeOldLeases(fs, join(before.folder, 'leases'));
  return { removed, kept, bytesBefore: before.bytes, bytesAfter: (await inspectState(options)).bytes };
}

function chooseWorkspaces(
  workspaces: readonly WorkspaceState[],
  { maxTotalBytes = 4 * 1024 * 1024 * 1024, goneAfterMs = 7 * DAY_MS, remove = [] }: PurgeOptions,
): { toRemove: readonly WorkspaceState[]; kept: readonly string[] } {
  const toRemove = new Set<WorkspaceState>();
  const kept: string[] = [];
  let bytes = workspaces.reduce((sum, each) => sum + each.bytes, 0);
  const select = (workspace: WorkspaceState): void => {
    // The journal is needed to repair the files, unless these are gone too.
    if (workspace.unsettled > 0 && !workspace.isGone) kept.push(workspace.id);
    else if (!toRemove.has(workspace)) {
      toRemove.add(workspace);
      bytes -= workspace.bytes;
    }
  };
  for (const workspace of workspaces) {
    const isOld = workspace.isGone && Date.now() - workspace.lastUsed > goneAfterMs;
    if (isOld || remove.includes(workspace.id)) select(workspace);
  }
  for (const workspace of workspaces.toReversed()) {
    if (bytes <= maxTotalBytes) break;
    if (!toRemove.has(workspace) && Date.now() - workspace.lastUsed > IN_USE_MS) select(workspace);
  }
  return { toRemove: [...toRemove], kept };
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** A workspace that was used within this time may be in use. */
const IN_USE_MS = 60 * 60 * 1000;

async function retain(
  fs: FileSystem,
  home: string,
  { id, retention }: { readonly id: string; readonly retention: RetentionOptions },
): Promise<void> {
  const folders = workspaceFolders(home, id);
  const limits = { ...DEFAULT_RETENTION, ...retention };
  const { maxArtifactBytes: maxBytes, maxArtifacts: maxCount, maxAgeMs } = limits;
  await applyRetention(new ChangeLog(fs, folders.changes), new ObjectStore(fs, folders.objects), limits);
  await evictArtifacts(fs, folders.artifacts, { maxBytes, maxCount: maxCount + 1, maxAgeMs });
}

async function removeOldLeases(fs: FileSystem, folder: string): Promise<void> {
  for (const name of await namesIn(fs, folder)) {
    const path = join(folder, name);
    if (Date.now() - (await modifiedMs(fs, path)) > DAY_MS) await removeQuietly(fs, path);
  }
}

/** Removes a folder of the state. Links in it are removed, never followed. */
async function removeTree(fs: FileSystem, path: string): Promise<void> {
  try {
    for (const { name, kind } of await fs.readdir(path)) {
      if (kind === 'directory') await removeTree(fs, join(path, name));
      else await removeQuietly(fs, join(path, name));
    }
    await fs.rmdir(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

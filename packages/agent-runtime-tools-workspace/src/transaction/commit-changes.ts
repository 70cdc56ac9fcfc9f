import { join } from 'node:path';
import type { FairSemaphore, Owner } from '@ku0/agent-runtime-tools-core';
import { refuse, workspaceErrors } from '../errors.ts';
import type { FileSystem } from '../fs/file-system.ts';
import { systemFailure } from '../fs/system-failure.ts';
import type { FileLock } from '../locks/file-locks.ts';
import { acquireSlot } from '../locks/slots.ts';
import type { OpenWorkspace } from '../open-workspace.ts';
import type { ProtectedPathMatcher } from '../paths/protected-path-matcher.ts';
import { isWithin, relativeTo, rootOf } from '../paths/roots.ts';
import { versionOf } from '../read/file-version.ts';
import type { ReadTracker } from '../tracking/read-tracker.ts';
import { applyRetention, type Retention } from '../undo/retention.ts';
import { withDisplayPath } from '../with-display-path.ts';
import { originOf, originOwner, type ChangeOrigin } from './change-origin.ts';
import type { ChangeRecord, RestoreOperation } from './journal/change-record.ts';
import type { OnProgress } from './inspect/image-keeper.ts';
import { runTransaction, type RunOptions } from './run-transaction.ts';
import type { TreeItem } from './inspect/scan-tree.ts';
import { pathsOf, type StagedChange, type TreeChange } from './stage/staged-change.ts';

export interface CommitRequest extends ChangeOrigin, Pick<RunOptions, 'undoes' | 'emptied'> {
  readonly changes: readonly StagedChange[];
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
  readonly lockTimeoutMs?: number;
  readonly checkStale?: boolean;
  /** Paths that the caller has locked already. */
  readonly held?: readonly string[];
}

export interface CommitContext {
  readonly fs: FileSystem;
  readonly open: OpenWorkspace;
  readonly slots: FairSemaphore;
  readonly tracker: ReadTracker;
  readonly isProtected: ProtectedPathMatcher;
  readonly requireRead: boolean;
  readonly retention: Retention;
}

/** Locks the files, recovers what a crashed process left in them, makes the changes, and records what the task knows now. */
export async function commitChanges(context: CommitContext, request: CommitRequest): Promise<ChangeRecord> {
  const { fs, open, tracker, requireRead, retention } = context;
  const { changes, signal, lockTimeoutMs, held = [], checkStale = true, undoes, emptied } = request;
  const slot = await acquireSlot(context.slots, request);
  let lock: FileLock | undefined;
  try {
    lock = await open.locks.acquire(changes.flatMap(pathsOf), {
      held,
      ...(lockTimeoutMs !== undefined && { timeoutMs: lockTimeoutMs }),
      ...(signal !== undefined && { signal }),
    });
    await open.recover();
    const owner = originOwner(request);
    const record = await runTransaction(changes, {
      fs,
      objects: open.objects,
      tracker,
      reader: checkStale ? owner : undefined,
      requireRead: requireRead && checkStale,
      maxImageBytes: retention.maxFileBytes,
      checkTree: (change, items) => checkTree(context, change, items),
      journal: open.journal,
      origin: originOf(request),
      ...(undoes !== undefined && { undoes }),
      ...(emptied !== undefined && { emptied }),
      signal,
      onProgress: request.onProgress,
    });
    if (owner !== undefined) await recordOwnChanges(context, owner, record);
    await retainSometimes(context);
    return record;
  } catch (error) {
    throw withDisplayPath(systemFailure(error, 'the journal'), (path) => open.display(path));
  } finally {
    await lock?.release();
    slot.release();
  }
}

/** Refuses to move or remove a folder with an entry that tools may not change by itself. */
async function checkTree(
  { open, isProtected }: CommitContext,
  change: TreeChange,
  items: readonly Pick<TreeItem, 'path'>[],
): Promise<void> {
  const root = rootOf(open.roots, change.file.path);
  if (root === undefined) return;
  const inner = open.roots.find(({ path }) => isWithin(change.file.path, path));
  if (inner !== undefined) refuse(holdsRoot(change.file.display, relativeTo(change.file.path, inner.path)));
  const isHidden = await open.hiddenPaths.matcher();
  for (const item of items) {
    const relative = relativeTo(root.path, item.path);
    if (isHidden(item.path)) {
      refuse(
        workspaceErrors.PATH_IGNORED({
          message: `${change.file.display} holds files that are hidden from tools.`,
          suggestion: 'Move or delete the visible files one by one; the folder itself has to stay.',
          details: { path: change.file.display },
        }),
      );
    }
    if (!change.allowProtected && isProtected(relative)) {
      refuse(
        workspaceErrors.PROTECTED_PATH({
          message: `${change.file.display} holds ${relative}, which is protected.`,
          details: { path: relative },
        }),
      );
    }
  }
}

/** A root is never moved or removed with the folder around it. */
function holdsRoot(folder: string, root: string): ReturnType<typeof workspaceErrors.READ_ONLY> {
  return workspaceErrors.READ_ONLY({
    message: `${folder} holds ${folder}/${root}, which is a root of the workspace of its own.`,
    suggestion: `Leave ${folder}/${root} where it is, and move or delete the other entries of ${folder} one by one.`,
    details: { path: folder },
  });
}

/** What a task has written counts as read by it. */
async function recordOwnChanges({ fs, tracker }: CommitContext, owner: Owner, record: ChangeRecord): Promise<void> {
  for (const operation of record.operations) {
    if (operation.kind === 'restore') recordRestored(tracker, owner, operation);
    else if (operation.kind !== 'write') tracker.forgetFile(owner, operation.path);
    if (operation.kind !== 'write' || operation.after.type !== 'file') continue;
    const stat = await fs.lstat(operation.path).catch(() => undefined);
    const version = stat === undefined ? '' : versionOf(stat);
    tracker.recordRead(owner, operation.path, { version, hash: operation.after.hash });
  }
}

/** A restored file counts as read by the task if the task had read it before. */
function recordRestored(tracker: ReadTracker, owner: Owner, { path: top, tree }: RestoreOperation): void {
  for (const { path: below, image } of tree.entries) {
    const path = join(top, below);
    if (image.type === 'file' && tracker.seen(owner, path) !== undefined)
      tracker.recordRead(owner, path, { version: '', hash: image.hash });
  }
}

/** Applies retention after every 50th commit. A failure does not fail the commit, which is done. */
export async function retainSometimes({ open, retention }: Pick<CommitContext, 'open' | 'retention'>): Promise<void> {
  const count = (commits.get(open) ?? 0) + 1;
  commits.set(open, count);
  if (count % RETAIN_EVERY === 1) await applyRetention(open.log, open.objects, retention).catch(() => undefined);
}

const RETAIN_EVERY = 50;
const commits = new WeakMap<OpenWorkspace, number>();

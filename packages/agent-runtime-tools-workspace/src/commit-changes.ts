import { join } from 'node:path';
import type { Owner } from '@ku0/agent-runtime-tools-core';
import { asShown } from './as-shown.ts';
import type { FileSystem } from './fs/file-system.ts';
import { refuse, workspaceErrors } from './errors.ts';
import { systemFailure } from './fs/system-failure.ts';
import type { OpenWorkspace } from './open-workspace.ts';
import type { ProtectedPathMatcher } from './paths/protected-path-matcher.ts';
import { isWithin, relativeTo, rootOf } from './paths/roots.ts';
import { versionOf } from './read/file-version.ts';
import type { ReadTracker } from './tracking/read-tracker.ts';
import type { ChangeRecord, RestoreOperation } from './transaction/change-record.ts';
import { commit, originOf, originOwner, type ChangeOrigin, type CommitOptions } from './transaction/commit.ts';
import type { OnProgress } from './transaction/image-keeper.ts';
import type { TreeItem } from './transaction/scan-tree.ts';
import { pathsOf, type StagedChange, type TreeChange } from './transaction/staged-change.ts';
import { applyRetention, type Retention } from './undo/retention.ts';

export interface CommitRequest extends ChangeOrigin, Pick<CommitOptions, 'undoes' | 'emptied'> {
  readonly changes: readonly StagedChange[];
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
  readonly lockTimeoutMs?: number;
  readonly checkStale?: boolean;
  /** Paths that the caller has locked already. */
  readonly held?: readonly string[];
}

interface Committer {
  readonly fs: FileSystem;
  readonly open: OpenWorkspace;
  readonly tracker: ReadTracker;
  readonly isProtected: ProtectedPathMatcher;
  readonly requireRead: boolean;
  readonly retention: Retention;
}

/** Locks the files, settles what a crashed process may have left in them, and makes the changes. */
export async function commitChanges(committer: Committer, request: CommitRequest): Promise<ChangeRecord> {
  const { changes, signal, lockTimeoutMs, held = [] } = request;
  const lock = await committer.open.locks.acquire(changes.flatMap(pathsOf), {
    held,
    ...(lockTimeoutMs !== undefined && { timeoutMs: lockTimeoutMs }),
    ...(signal !== undefined && { signal }),
  });
  try {
    return await commitLocked(committer, request);
  } catch (error) {
    throw asShown(systemFailure(error, 'the journal'), (path) => committer.open.display(path));
  } finally {
    await lock.release();
  }
}

async function commitLocked(committer: Committer, request: CommitRequest): Promise<ChangeRecord> {
  const { fs, open, tracker, requireRead, retention } = committer;
  const { changes, checkStale = true, undoes, emptied } = request;
  const reader = originOwner(request);
  await open.settle();
  const record = await commit(changes, {
    fs,
    objects: open.objects,
    tracker,
    reader: checkStale ? reader : undefined,
    requireRead: requireRead && checkStale,
    maxImageBytes: retention.maxFileBytes,
    checkTree: (change, items) => checkTree(committer, change, items),
    journal: open.journal,
    origin: originOf(request),
    ...(undoes !== undefined && { undoes }),
    ...(emptied !== undefined && { emptied }),
    signal: request.signal,
    onProgress: request.onProgress,
  });
  if (reader !== undefined) await noteOwnChanges(committer, reader, record);
  await retain(committer);
  return record;
}

/** A folder must not carry away what could not be reached by itself. */
async function checkTree(
  { open, isProtected }: Committer,
  change: TreeChange,
  items: readonly Pick<TreeItem, 'path'>[],
): Promise<void> {
  const root = rootOf(open.roots, change.file.path);
  if (root === undefined) return;
  const inner = open.roots.find(({ path }) => isWithin(change.file.path, path));
  if (inner !== undefined) refuse(holdsRoot(change.file.display, relativeTo(change.file.path, inner.path)));
  const isHidden = await open.wall.rules();
  for (const item of items) {
    const relative = relativeTo(root.path, item.path);
    if (isHidden(item.path)) {
      refuse(
        workspaceErrors.PATH_IGNORED({
          message: `${change.file.display} holds files that are hidden from tools.`,
          suggestion: 'Take what is to be seen in it one by one; the folder itself has to stay.',
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

/** What may only be read must not go with the folder around it, and no root may be lost. */
function holdsRoot(folder: string, root: string): ReturnType<typeof workspaceErrors.READ_ONLY> {
  return workspaceErrors.READ_ONLY({
    message: `${folder} holds ${folder}/${root}, which is a root of the workspace of its own.`,
    suggestion: `Leave ${folder}/${root} where it is, and take the rest of ${folder} one by one.`,
    details: { path: folder },
  });
}

/** A task knows what it has written itself. */
async function noteOwnChanges({ fs, tracker }: Committer, owner: Owner, record: ChangeRecord): Promise<void> {
  for (const operation of record.operations) {
    if (operation.kind === 'restore') noteRestored(tracker, owner, operation);
    else if (operation.kind !== 'write') tracker.forgetFile(owner, operation.path);
    if (operation.kind !== 'write' || operation.after.type !== 'file') continue;
    const stat = await fs.lstat(operation.path).catch(() => undefined);
    const version = stat === undefined ? '' : versionOf(stat);
    tracker.recordRead(owner, operation.path, { version, hash: operation.after.hash });
  }
}

/** Of what comes back, a task knows the files that it knew. */
function noteRestored(tracker: ReadTracker, owner: Owner, { path: top, tree }: RestoreOperation): void {
  for (const { path: below, image } of tree.entries) {
    const path = join(top, below);
    if (image.type === 'file' && tracker.seen(owner, path) !== undefined)
      tracker.recordRead(owner, path, { version: '', hash: image.hash });
  }
}

/** From time to time, and never at the cost of a change that is made. */
async function retain({ open, retention }: Committer): Promise<void> {
  const count = (commits.get(open) ?? 0) + 1;
  commits.set(open, count);
  if (count % RETAIN_EVERY === 1) await applyRetention(open.log, open.objects, retention).catch(() => undefined);
}

const RETAIN_EVERY = 50;
const commits = new WeakMap<OpenWorkspace, number>();

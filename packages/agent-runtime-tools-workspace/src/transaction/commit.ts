import { randomBytes } from 'node:crypto';
import { ToolFailure, type Owner } from '@ku0/agent-runtime-tools-core';
import { checkSignal, workspaceErrors } from '../errors.ts';
import { systemFailure } from '../fs/system-failure.ts';
import { ownIdentity } from '../locks/process-identity.ts';
import { carryOut } from './carry-out.ts';
import { cleanUp } from './clean-up.ts';
import type { ChangeRecord, UndoneChange } from './change-record.ts';
import { FolderPool } from './folder-pool.ts';
import { Inspector, type InspectOptions } from './inspect.ts';
import type { Journal } from './journal.ts';
import { prepare } from './prepare.ts';
import { activeTransactions, goBack } from './recover.ts';
import type { StagedChange } from './staged-change.ts';

/** On whose behalf a change is made. A task without a principal is one of a host that names none. */
export interface ChangeOrigin extends Partial<Owner> {
  /** The host's id of the call, which may come again. */
  readonly callId?: string;
  /** An id that no other call has: what it changed is one step of undo. Default: `callId`. */
  readonly callKey?: string;
  readonly tool?: string;
}

/** The owner that an origin names, where it names one. */
export function originOwner({ principalId = '', taskId }: ChangeOrigin): Owner | undefined {
  return taskId === undefined ? undefined : { principalId, taskId };
}

/** Only what says on whose behalf a change is made, of options that say more. */
export function originOf({ principalId, taskId, callId, callKey, tool }: ChangeOrigin): ChangeOrigin {
  return {
    ...(principalId !== undefined && { principalId }),
    ...(taskId !== undefined && { taskId }),
    ...(callId !== undefined && { callId }),
    ...(callKey !== undefined && { callKey }),
    ...(tool !== undefined && { tool }),
  };
}

export interface CommitOptions extends InspectOptions {
  readonly journal: Journal;
  readonly origin: ChangeOrigin;
  readonly undoes?: readonly UndoneChange[];
  /** Folders to take away at the end where they are empty, innermost first. */
  readonly emptied?: readonly string[];
}

/**
 * Carries all changes out or none. The caller holds the locks of all the paths. Until the journal says
 * `committed` a crash means "none", from then on "all"; a failure on the way is taken back.
 */
export async function commit(changes: readonly StagedChange[], options: CommitOptions): Promise<ChangeRecord> {
  const folders = new FolderPool(options.fs);
  try {
    return await commitIn(folders, changes, options);
  } finally {
    await folders.close();
  }
}

async function commitIn(
  folders: FolderPool,
  changes: readonly StagedChange[],
  options: CommitOptions,
): Promise<ChangeRecord> {
  const inspector = new Inspector(options, folders);
  const operations: ChangeRecord['operations'][number][] = [];
  for (const change of changes) {
    checkSignal(options.signal);
    operations.push(await inspector.inspect(change));
  }
  const record: ChangeRecord = {
    id: nextId(),
    time: Date.now(),
    owner: ownIdentity,
    ...options.origin,
    folders: inspector.folders,
    emptied: options.emptied ?? [],
    operations,
    ...(options.undoes !== undefined && { undoes: options.undoes }),
  };
  activeTransactions.add(record.id);
  try {
    await run(record, { inspector, folders, options });
    return record;
  } finally {
    activeTransactions.delete(record.id);
  }
}

interface Run {
  readonly inspector: Inspector;
  readonly folders: FolderPool;
  readonly options: CommitOptions;
}

async function run(
  record: ChangeRecord,
  { inspector, folders, options: { journal, signal, onProgress } }: Run,
): Promise<void> {
  let touched = false;
  try {
    await journal.begin(record);
    await prepare(record, { contents: inspector.contents, trees: inspector.trees, signal, onProgress }, folders);
    checkSignal(signal);
    touched = true;
    await journal.commit(record.id);
    for (const operation of record.operations) await carryOut(record, operation, folders);
    await folders.syncAll();
  } catch (error) {
    const failure = systemFailure(error, record.operations[0]?.path ?? '');
    await revert(record, { journal, folders, touched }).catch((error_: unknown) => {
      throw unfinished(failure, error_);
    });
    throw failure;
  }
  // All is done; what is left to tidy is left to the next recovery if it fails.
  const isClean = await cleanUp(record, folders, { folders: record.emptied, done: true });
  if (isClean) await journal.complete(record.id).catch(() => undefined);
}

async function revert(
  record: ChangeRecord,
  { journal, folders, touched }: { journal: Journal; folders: FolderPool; touched: boolean },
): Promise<void> {
  if (touched) await journal.abort(record.id);
  await goBack(record, folders, { touched });
  if (await cleanUp(record, folders, { folders: record.folders.toReversed() })) await journal.discard(record.id);
}

/** Neither forwards nor back: the journal keeps what the next recovery needs. */
function unfinished(failure: ToolFailure, cause: unknown): ToolFailure {
  const message = `${failure.error.message} Taking the change back failed too; it will be settled before the next change.`;
  return new ToolFailure(
    workspaceErrors.IO_ERROR({
      message,
      ...(failure.error.details !== undefined && { details: failure.error.details }),
    }),
    { cause },
  );
}

let lastTime = 0;

/** Letters and digits that sort by time, also within a millisecond. */
function nextId(): string {
  lastTime = Math.max(Date.now(), lastTime + 1);
  return lastTime.toString(36).padStart(9, '0') + randomBytes(4).toString('hex');
}

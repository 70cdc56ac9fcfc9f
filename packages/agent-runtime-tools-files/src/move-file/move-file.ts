import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors, type TransactionOptions, type Workspace } from '@ku0/agent-runtime-tools-workspace';
import type { FileSnapshot } from '../approval-snapshot.ts';
import { refuse } from '../errors.ts';
import { progressReporter, type FileCall } from '../file-call.ts';
import { planMove, type MoveFileParams, type MovePlan } from './plan-move.ts';

export interface MovedFile {
  from: string;
  to: string;
  /** A file at the target was replaced. */
  overwritten: boolean;
  diff: string;
}

/** Both files as they were when approval was decided. */
export interface MoveConsent {
  readonly from: FileSnapshot;
  readonly to: FileSnapshot;
  /** The call needed approval: something protected moves, a file is replaced, or the target configures programs. */
  readonly required: boolean;
}

/** Moves a file, a link or a folder. `consent` is undefined when a host called the handler directly. */
export async function moveFile(
  params: MoveFileParams,
  { consent, ...call }: FileCall & { readonly consent: MoveConsent | undefined },
): Promise<MovedFile> {
  const { workspace, owner, callId, callKey, tool, signal } = call;
  const plan = await planMove(params, call);
  if (consent !== undefined) await checkConsent(plan, { consent, workspace });
  const onProgress = progressReporter(call, 'files checked');
  const allowProtected = consent?.required ?? false;
  const origin = { ...owner, callId, callKey, tool, signal, onProgress, allowProtected };
  if (plan.isCaseOnly) await moveViaTemporaryName(params, { workspace, origin });
  else await moveDirectly(params, plan, { workspace, origin });
  return {
    from: plan.from.display,
    to: plan.to,
    overwritten: plan.target?.exists === true && !plan.isCaseOnly,
    diff: plan.diff,
  };
}

interface MoveAccess {
  readonly workspace: Workspace;
  readonly origin: TransactionOptions & { readonly allowProtected: boolean };
}

async function moveDirectly(params: MoveFileParams, { from, target }: MovePlan, access: MoveAccess): Promise<void> {
  const { workspace, origin } = access;
  try {
    await workspace.move(params.from, params.to, { ...origin, overwrite: target?.exists === true });
  } catch (error) {
    if (!isOtherDisk(error)) throw error;
    if (from.kind !== 'file') refuse(folderAcrossDisks(from.display));
    await moveAcrossDisks(params, access);
  }
}

function folderAcrossDisks(path: string): ReturnType<typeof workspaceErrors.IO_ERROR> {
  return workspaceErrors.IO_ERROR({
    message: `${path} cannot be moved as a whole: the target is on another disk.`,
    suggestion: 'Move its files one by one.',
    details: { path },
  });
}

async function checkConsent(
  { from, target, isCaseOnly }: MovePlan,
  { consent, workspace }: Pick<FileCall, 'workspace'> & { readonly consent: MoveConsent },
): Promise<void> {
  const failure = consent.from.failure ?? consent.to.failure;
  if (failure !== undefined) throw failure;
  const isThere = target?.exists === true;
  const version = isThere && !isCaseOnly ? (await workspace.stat(target.path)).version : consent.to.version;
  const isSame =
    from.path === consent.from.path &&
    (target?.path ?? consent.to.path) === consent.to.path &&
    isThere === consent.to.exists &&
    version === consent.to.version;
  if (isSame) return;
  refuse(
    workspaceErrors.STALE_FILE({
      message: `${from.display} or its target changed on disk since approval for this call was decided.`,
      suggestion: 'Call the tool again.',
      details: { path: from.display },
    }),
  );
}

/** For a change of case on a disk that ignores case. Both moves belong to one call, so undo reverts them together. */
async function moveViaTemporaryName({ from, to }: MoveFileParams, { workspace, origin }: MoveAccess): Promise<void> {
  const between = `${to}.moving`;
  const { signal: _, ...unstoppable } = origin;
  await workspace.move(from, between, origin);
  try {
    await workspace.move(between, to, origin);
  } catch (error) {
    await workspace.move(between, from, unstoppable).catch(() => undefined);
    throw error;
  }
}

/** Two roots may be on two disks, where a rename fails: the file is copied and removed in one transaction. */
async function moveAcrossDisks({ from, to }: MoveFileParams, { workspace, origin }: MoveAccess): Promise<void> {
  const { allowProtected } = origin;
  await workspace.transaction(async (transaction) => {
    const { bytes, permissions } = await transaction.read(from, { maxBytes: MAX_COPIED });
    await transaction.write(to, bytes, { mode: 'create', permissions, allowProtected });
    await transaction.remove(from, { allowProtected });
  }, origin);
}

const MAX_COPIED = 256 * 1024 * 1024;

function isOtherDisk(error: unknown): boolean {
  return error instanceof ToolFailure && error.error.details?.['system'] === 'EXDEV';
}

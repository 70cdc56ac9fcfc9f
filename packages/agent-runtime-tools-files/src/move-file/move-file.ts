import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors, type TransactionOptions, type Workspace } from '@ku0/agent-runtime-tools-workspace';
import type { AskedFile } from '../asked-files.ts';
import { refuse } from '../errors.ts';
import { progressOf, type FileCall } from '../file-call.ts';
import { planMove, type MoveFileParams, type MovePlan } from './plan-move.ts';

export interface MovedFile {
  from: string;
  to: string;
  /** A file was replaced. */
  overwritten: boolean;
  diff: string;
}

/** The files as they were when approval was decided on; undefined when a host called the handler by itself. */
export interface MoveConsent {
  readonly from: AskedFile;
  readonly to: AskedFile;
  /** Approval was asked for, because something protected moves or a file is replaced. */
  readonly required: boolean;
}

export async function moveFile(
  params: MoveFileParams,
  { consent, ...call }: FileCall & { readonly consent: MoveConsent | undefined },
): Promise<MovedFile> {
  const { workspace, owner, callId, callKey, tool, signal } = call;
  const plan = await planMove(params, call);
  if (consent !== undefined) await checkConsent(plan, { consent, workspace });
  const onProgress = progressOf(call, 'files looked at');
  const allowProtected = consent?.required ?? false;
  const origin = { ...owner, callId, callKey, tool, signal, onProgress, allowProtected };
  if (plan.isCaseOnly) await moveTwice(params, { workspace, origin });
  else await moveOnce(params, plan, { workspace, origin });
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

async function moveOnce(params: MoveFileParams, { from, target }: MovePlan, access: MoveAccess): Promise<void> {
  const { workspace, origin } = access;
  try {
    await workspace.move(params.from, params.to, { ...origin, overwrite: target?.exists === true });
  } catch (error) {
    if (!isOtherDisk(error)) throw error;
    if (from.kind !== 'file') refuse(folderAcross(from.display));
    await moveAcross(params, access);
  }
}

function folderAcross(path: string): ReturnType<typeof workspaceErrors.IO_ERROR> {
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
      message: `${from.display} or its target changed on disk since approval for this call was decided on.`,
      suggestion: 'Call the tool again.',
      details: { path: from.display },
    }),
  );
}

/** By way of another name, for a disk that takes the two for one. The steps belong to one call, and are undone as one. */
async function moveTwice({ from, to }: MoveFileParams, { workspace, origin }: MoveAccess): Promise<void> {
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

/** Two roots may be on two disks: there a file is written anew and the old one removed, as one change. */
async function moveAcross({ from, to }: MoveFileParams, { workspace, origin }: MoveAccess): Promise<void> {
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

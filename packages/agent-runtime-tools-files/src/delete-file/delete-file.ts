import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import {
  withPathSuggestions,
  workspaceErrors,
  type ListEntry,
  type ResolvedPath,
} from '@ku0/agent-runtime-tools-workspace';
import type { FileSnapshot } from '../approval-snapshot.ts';
import { refuse } from '../errors.ts';
import { progressReporter, type FileCall } from '../file-call.ts';
import { fileDiff, MAX_DIFF_BYTES } from '../file-diff.ts';
import { lostContentWarnings } from '../lost-content-warnings.ts';

export interface DeleteFileParams {
  readonly path: string;
  readonly recursive?: boolean;
}

export interface DeletedFiles {
  /** The path itself, and everything that was in it. */
  deleted: string[];
  /** The number of deleted entries; `deleted` may list fewer. */
  total: number;
  truncated: boolean;
  /** Of the listed files that are text. */
  diff: string;
  /** What undo cannot restore. */
  warnings?: string[];
}

/** What a call would delete. */
export interface DeletePlan {
  readonly file: ResolvedPath;
  readonly total: number;
  readonly files: readonly { readonly path: string; readonly diff: string }[];
}

/**
 * Deletes a file, a link (not its target) or a folder. `snapshot` is what was there when approval was decided: anything
 * else is refused. Without a snapshot nothing protected is deleted.
 */
export async function deleteFile(
  params: DeleteFileParams,
  { snapshot, ...call }: FileCall & { readonly snapshot: FileSnapshot | undefined },
): Promise<DeletedFiles> {
  const { workspace, owner, callId, callKey, tool, signal } = call;
  const { path, recursive = false } = params;
  const plan = await planDelete(params, call);
  if (snapshot !== undefined) await checkSnapshot(plan, { snapshot, workspace });
  const allowProtected = snapshot !== undefined;
  const onProgress = progressReporter(call, 'files kept for undo');
  const options = { ...owner, recursive, allowProtected, callId, callKey, tool, signal, onProgress };
  const change = await workspace.remove(path, options);
  const warnings = lostContentWarnings(change);
  return {
    deleted: plan.files.map((file) => file.path),
    total: plan.total,
    truncated: plan.files.length < plan.total,
    diff: plan.files.map(({ diff }) => diff).join(''),
    ...(warnings.length > 0 && { warnings }),
  };
}

async function checkSnapshot(
  { file }: DeletePlan,
  { snapshot, workspace }: Pick<FileCall, 'workspace'> & { readonly snapshot: FileSnapshot },
): Promise<void> {
  if (snapshot.failure !== undefined) throw snapshot.failure;
  const isSame = file.path === snapshot.path && file.kind === snapshot.kind;
  if (isSame && (file.kind !== 'file' || (await workspace.stat(file.path)).version === snapshot.version)) return;
  refuse(
    workspaceErrors.STALE_FILE({
      message: `${file.display} changed on disk since approval for this call was decided.`,
      details: { path: file.display },
    }),
  );
}

/** What a call would delete, with diffs of text files as far as their budget goes. */
export async function planDelete({ path }: DeleteFileParams, { workspace, signal }: FileCall): Promise<DeletePlan> {
  const file = await withPathSuggestions(workspace, () =>
    workspace.resolve(path, { access: 'delete', allowProtected: true }),
  );
  const budget = { bytes: MAX_DIFF_TOTAL };
  const own = {
    path: file.display,
    diff: file.kind === 'file' ? await removalOf(file.display, { workspace, budget }) : '',
  };
  if (file.kind !== 'directory') return { file, total: 1, files: [own] };
  const options = { recursive: true, includeHidden: true, includeIgnored: true, limit: MAX_LISTED, signal };
  const { entries, total } = await workspace.list(path, options);
  const below: { path: string; diff: string }[] = [];
  for (const entry of entries) below.push({ path: entry.path, diff: await entryRemoval(entry, { workspace, budget }) });
  return { file, total: total + 1, files: [own, ...below] };
}

const MAX_LISTED = 1000;
/** The bytes of a folder's files that are read for the diff. */
const MAX_DIFF_TOTAL = MAX_DIFF_BYTES;

interface RemovalCall extends Pick<FileCall, 'workspace'> {
  readonly budget: { bytes: number };
}

/** An entry that has disappeared has no diff; the deletion itself reports it. */
async function entryRemoval({ path, type, size }: ListEntry, call: RemovalCall): Promise<string> {
  if (type !== 'file' || size > call.budget.bytes) return '';
  return removalOf(path, call).catch((error: unknown) => {
    if (error instanceof ToolFailure && error.error.code === workspaceErrors.FILE_NOT_FOUND.code) return '';
    throw error;
  });
}

async function removalOf(path: string, { workspace, budget }: RemovalCall): Promise<string> {
  const { size } = await workspace.stat(path);
  if (size > budget.bytes) return fileDiff('unread', undefined, path).text;
  const { bytes } = await workspace.read(path, { maxBytes: MAX_DIFF_BYTES * 2 });
  const { text } = fileDiff(bytes, undefined, path);
  budget.bytes -= Math.max(bytes.byteLength, text.length);
  return text;
}

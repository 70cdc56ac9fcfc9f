import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import {
  withPathSuggestions,
  renameDiff,
  workspaceErrors,
  type ResolvedPath,
} from '@ku0/agent-runtime-tools-workspace';
import { filesErrors, refuse } from '../errors.ts';
import type { FileCall } from '../file-call.ts';
import { fileDiff, MAX_DIFF_BYTES } from '../file-diff.ts';

export interface MoveFileParams {
  readonly from: string;
  readonly to: string;
  readonly overwrite?: boolean;
}

export interface MovePlan {
  readonly from: ResolvedPath;
  /** The display path of the target. */
  readonly to: string;
  readonly target: ResolvedPath | undefined;
  /** The names differ only in case, on a disk that ignores case. */
  readonly isCaseOnly: boolean;
  readonly diff: string;
}

/** What a call would move. Throws for a move that is not possible. */
export async function planMove(
  { from, to, overwrite = false }: MoveFileParams,
  { workspace }: Pick<FileCall, 'workspace'>,
): Promise<MovePlan> {
  const source = await withPathSuggestions(workspace, () =>
    workspace.resolve(from, { access: 'delete', allowProtected: true }),
  );
  const target = await workspace.resolve(to, { access: 'stat' }).catch((error: unknown) => ifMissing(error));
  if (target === undefined) return planNew(source, to, { workspace });
  if (target.path === source.path) {
    if (!isCaseOnly(from, to))
      refuse(
        workspaceErrors.ALREADY_EXISTS({
          message: `${from} and ${to} are the same.`,
          suggestion: 'Choose another name.',
          details: { path: to },
        }),
      );
    const shown = source.display.slice(0, source.display.lastIndexOf('/') + 1) + lastName(to);
    return { from: source, to: shown, target, isCaseOnly: true, diff: renameDiff(source.display, shown) };
  }
  if (target.path.startsWith(`${source.path}/`)) refuse(intoItself(from, to));
  if (target.kind === 'directory') refuse(targetIsFolder(source, target));
  if (!overwrite || source.kind !== 'file') refuse(targetExists(source, target));
  const replaced = await workspace.resolve(to, { access: 'write', allowProtected: true });
  return {
    from: source,
    to: replaced.display,
    target: replaced,
    isCaseOnly: false,
    diff: await replacingDiff(source, replaced, { workspace }),
  };
}

async function planNew(
  source: ResolvedPath,
  to: string,
  { workspace }: Pick<FileCall, 'workspace'>,
): Promise<MovePlan> {
  if (source.kind !== 'directory' && to.endsWith('/')) refuse(targetNamesFolder(source, to));
  const target = await workspace.resolve(to, { access: 'create', allowProtected: true });
  if (target.path.startsWith(`${source.path}/`)) refuse(intoItself(source.display, to));
  return {
    from: source,
    to: target.display,
    target,
    isCaseOnly: false,
    diff: renameDiff(source.display, target.display),
  };
}

function ifMissing(error: unknown): undefined {
  if (error instanceof ToolFailure && error.error.code === workspaceErrors.FILE_NOT_FOUND.code) return undefined;
  throw error;
}

function isCaseOnly(from: string, to: string): boolean {
  const [a, b] = [lastName(from), lastName(to)];
  return a !== b && a.normalize().toLowerCase() === b.normalize().toLowerCase();
}

function lastName(path: string): string {
  return path.replace(/\/+$/, '').replace(/^.*\//, '');
}

/** Shows the removal of the source and the new content of the target. */
async function replacingDiff(
  source: ResolvedPath,
  target: ResolvedPath,
  { workspace }: Pick<FileCall, 'workspace'>,
): Promise<string> {
  const [moved, replaced] = await Promise.all([source, target].map((file) => contentOf(file, { workspace })));
  return fileDiff(moved, undefined, source.display).text + fileDiff(replaced, moved, target.display).text;
}

async function contentOf(
  file: ResolvedPath,
  { workspace }: Pick<FileCall, 'workspace'>,
): Promise<Uint8Array | 'unread'> {
  const { size } = await workspace.stat(file.path);
  return size > MAX_DIFF_BYTES ? 'unread' : (await workspace.read(file.path, { maxBytes: MAX_DIFF_BYTES * 2 })).bytes;
}

function intoItself(from: string, to: string): ReturnType<typeof filesErrors.MOVE_INTO_ITSELF> {
  return filesErrors.MOVE_INTO_ITSELF({
    message: `${from} cannot be moved to ${to}, which is inside it.`,
    details: { from, to },
  });
}

function targetNamesFolder(source: ResolvedPath, to: string): ReturnType<typeof workspaceErrors.IS_DIRECTORY> {
  return workspaceErrors.IS_DIRECTORY({
    message: `${to} is the name of a folder.`,
    suggestion: `To move it into a new folder, give ${to}${lastName(source.display)}.`,
    details: { path: to },
  });
}

function targetIsFolder(source: ResolvedPath, target: ResolvedPath): ReturnType<typeof workspaceErrors.ALREADY_EXISTS> {
  return workspaceErrors.ALREADY_EXISTS({
    message: `${target.display} is a folder.`,
    suggestion: `To move it into that folder, give ${target.display}/${lastName(source.display)}.`,
    details: { path: target.display },
  });
}

function targetExists(source: ResolvedPath, target: ResolvedPath): ReturnType<typeof workspaceErrors.ALREADY_EXISTS> {
  const suggestion =
    source.kind === 'file'
      ? 'Choose another name, or set overwrite to replace it.'
      : 'Choose another name: only files replace files.';
  return workspaceErrors.ALREADY_EXISTS({
    message: `${target.display} already exists.`,
    suggestion,
    details: { path: target.display },
  });
}

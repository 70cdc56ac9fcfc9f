import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors, type ResolvedPath } from '@ku0/agent-runtime-tools-workspace';
import type { EditTransaction } from '../change/edit-transaction.ts';
import { throwFailure } from '../errors.ts';
import type { FilePatch } from '../formats/file-patch.ts';

/**
 * Refuses a contradictory patch before any part is applied: one file under two names, or with two sections that are not
 * both updates. Also refuses, as git does, a patch that changes a `.git` folder.
 */
export async function checkTargets(edit: EditTransaction, files: readonly FilePatch[]): Promise<void> {
  const seen = new Map<string, Target>();
  for (const target of files.flatMap(targetsOf)) {
    const place = await edit.resolve(target.path, target.access).catch((error: unknown) => withUpdateSuggestion(error));
    if (isInRepository(target.path) || isInRepository(place.relative)) throwFailure(inRepository(target.path));
    if (target.mustBeFile === true && place.kind !== 'file') throwFailure(notRegular(target.path));
    const earlier = seen.get(place.path);
    if (earlier !== undefined && !(earlier.mayRepeat && target.mayRepeat && earlier.path === target.path))
      throwFailure(conflict(place, earlier, target));
    seen.set(place.path, target);
  }
}

interface Target {
  readonly path: string;
  readonly access: 'write' | 'create' | 'delete';
  /** A second section for the same path is allowed if both only change text. */
  readonly mayRepeat: boolean;
  /** Only a regular file can be moved, not a link to it. */
  readonly mustBeFile?: boolean;
}

function targetsOf(file: FilePatch): Target[] {
  const { path } = file;
  const newFileAccess = file.kind !== 'delete' && file.mayReplace === true ? 'write' : 'create';
  if (file.kind === 'add') return [{ path, access: newFileAccess, mayRepeat: false }];
  if (file.kind === 'delete') return [{ path, access: 'delete', mayRepeat: false }];
  if (file.moveTo === undefined) return [{ path, access: 'write', mayRepeat: file.mode === undefined }];
  return [
    { path, access: file.copy === true ? 'write' : 'delete', mayRepeat: false, mustBeFile: true },
    { path: file.moveTo, access: newFileAccess, mayRepeat: false },
  ];
}

/** Replaces the workspace's suggestion to overwrite the file, which a git diff cannot express. */
function withUpdateSuggestion(error: unknown): never {
  if (!(error instanceof ToolFailure) || error.error.code !== workspaceErrors.ALREADY_EXISTS.code) throw error;
  const suggestion = 'Change it with an update ("*** Update File", or a diff against it), or choose another name.';
  throw new ToolFailure({ ...error.error, suggestion }, { cause: error });
}

/** Whether a path has a name that some file system treats as `.git`, such as `.GIT`, `git~1` or `.git::$INDEX`. */
export function isInRepository(path: string): boolean {
  return path.split(/[/\\]/).some((name) => {
    const [plain = ''] = name.normalize('NFKC').replaceAll(IGNORABLE, '').toLowerCase().split(':', 1);
    return /^(?:\.git|git~\d+)[. ]*$/.test(plain);
  });
}

const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;

function notRegular(path: string): ReturnType<typeof workspaceErrors.NOT_A_FILE> {
  return workspaceErrors.NOT_A_FILE({
    message: `${path} is a link or a folder, which a patch cannot move.`,
    suggestion: 'Name the file that the link leads to.',
    details: { path },
  });
}

function inRepository(path: string): ReturnType<typeof workspaceErrors.PROTECTED_PATH> {
  return workspaceErrors.PROTECTED_PATH({
    message: `${path} is inside a .git folder, which no patch may change.`,
    suggestion: 'Change the repository with git commands.',
    details: { path },
  });
}

function conflict(
  { display }: ResolvedPath,
  earlier: Target,
  later: Target,
): ReturnType<typeof workspaceErrors.CONFLICTING_CHANGES> {
  const names = earlier.path === later.path ? '' : ` (as ${earlier.path} and as ${later.path})`;
  return workspaceErrors.CONFLICTING_CHANGES({
    message: `The patch has two contradictory sections for ${display}${names}.`,
    suggestion: 'Give each file one section, under one name.',
    details: { path: display },
  });
}

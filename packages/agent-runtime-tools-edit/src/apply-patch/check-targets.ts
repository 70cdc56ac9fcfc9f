import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors, type ResolvedPath } from '@ku0/agent-runtime-tools-workspace';
import type { EditTransaction } from '../change/edit-transaction.ts';
import { refuse } from '../errors.ts';
import type { FilePatch } from '../formats/file-patch.ts';
import { isInRepository } from './is-in-repository.ts';

/**
 * Refuses a patch whose parts contradict each other before any of them is tried: one file under two names, or with
 * two parts other than updates; and one that reaches into a repository's own folder, as git does.
 */
export async function checkTargets(edit: EditTransaction, files: readonly FilePatch[]): Promise<void> {
  const seen = new Map<string, Target>();
  for (const target of files.flatMap(targetsOf)) {
    const place = await edit.place(target.path, target.access).catch((error: unknown) => withAdvice(error));
    if (isInRepository(target.path) || isInRepository(place.relative)) refuse(inRepository(target.path));
    if (target.mustBeFile === true && place.kind !== 'file') refuse(notRegular(target.path));
    const earlier = seen.get(place.path);
    if (earlier !== undefined && !(earlier.mayRepeat && target.mayRepeat && earlier.path === target.path))
      refuse(conflict(place, earlier, target));
    seen.set(place.path, target);
  }
}

interface Target {
  readonly path: string;
  readonly access: 'write' | 'create' | 'delete';
  /** A second part that only changes the text as well goes on from the first. */
  readonly mayRepeat: boolean;
  /** What is moved is the file itself, never a link to it. */
  readonly mustBeFile?: boolean;
}

function targetsOf(file: FilePatch): Target[] {
  const { path } = file;
  const fresh = file.kind !== 'delete' && file.mayReplace === true ? 'write' : 'create';
  if (file.kind === 'add') return [{ path, access: fresh, mayRepeat: false }];
  if (file.kind === 'delete') return [{ path, access: 'delete', mayRepeat: false }];
  if (file.moveTo === undefined) return [{ path, access: 'write', mayRepeat: file.mode === undefined }];
  return [
    { path, access: file.copy === true ? 'write' : 'delete', mayRepeat: false, mustBeFile: true },
    { path: file.moveTo, access: fresh, mayRepeat: false },
  ];
}

/** A git diff cannot say that something may be overwritten. */
function withAdvice(error: unknown): never {
  if (!(error instanceof ToolFailure) || error.error.code !== workspaceErrors.ALREADY_EXISTS.code) throw error;
  const suggestion = 'Change it with an update ("*** Update File", or a diff against it), or choose another name.';
  throw new ToolFailure({ ...error.error, suggestion }, { cause: error });
}

function notRegular(path: string): ReturnType<typeof workspaceErrors.NOT_A_FILE> {
  return workspaceErrors.NOT_A_FILE({
    message: `${path} is a link or a folder, which a patch does not move.`,
    suggestion: 'Name the file that it leads to.',
    details: { path },
  });
}

function inRepository(path: string): ReturnType<typeof workspaceErrors.PROTECTED_PATH> {
  return workspaceErrors.PROTECTED_PATH({
    message: `${path} is part of a repository's own folder, which no patch may change.`,
    suggestion: 'Leave the repository to git.',
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
    message: `The patch has two parts for ${display}${names} that do not go together.`,
    suggestion: 'Give each file one part, under one name.',
    details: { path: display },
  });
}

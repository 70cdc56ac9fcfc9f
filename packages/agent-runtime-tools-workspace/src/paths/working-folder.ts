import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors } from '../errors.ts';
import type { Workspace } from '../workspace.ts';
import type { ResolvedPath } from './resolved-path.ts';

/**
 * The working folder of a call, for approval, display and execution alike: the real path of the folder that its arguments
 * ask for, relative to the call's `cwd` if that lies in the workspace, else to the first root. Throws a ToolFailure if there
 * is no such folder or it lies outside, for example because a root was replaced by a link.
 */
export async function workingFolder(
  workspace: Workspace,
  { cwd, asked }: { readonly cwd: string; readonly asked?: string | undefined },
): Promise<string> {
  const path = asked === undefined || asked === '' ? '.' : asked;
  return checkFolder(path, await workspace.resolve(path, { access: 'stat', cwd }));
}

/**
 * The same without waiting, for a call whose arguments ask for no folder. Undefined where `Workspace.resolveSync` is. A root
 * is not looked up: `workingFolder` checks it when the call runs.
 */
export function workingFolderSync(
  workspace: Workspace,
  { cwd, roots }: { readonly cwd: string; readonly roots: readonly string[] },
): string | undefined {
  if (roots.includes(cwd)) return cwd;
  const found = workspace.resolveSync?.('.', { access: 'stat', cwd });
  return found && checkFolder('.', found);
}

function checkFolder(path: string, { kind, path: real }: ResolvedPath): string {
  if (kind === 'directory') return real;
  throw new ToolFailure(
    workspaceErrors.NOT_A_DIRECTORY({ message: `The working directory ${path} is not a folder.`, details: { path } }),
  );
}

import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors } from '@ku0/agent-runtime-tools-workspace';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';

/**
 * The real path of the folder that a command starts in, inside the workspace: the one that the call names, else the
 * call's own, else the first root. Throws a ToolFailure when there is no such folder.
 */
export async function workingFolder(
  workspace: Workspace,
  asked: string | undefined,
  { cwd }: { readonly cwd: string },
): Promise<string> {
  // Most calls: a root is inside the workspace, and one that is gone makes the start fail.
  if (asked === undefined && (await workspace.roots()).includes(cwd)) return cwd;
  const path = asked === undefined || asked === '' ? '.' : asked;
  const folder = await workspace.resolve(path, { access: 'stat', cwd });
  if (folder.kind !== 'directory') {
    throw new ToolFailure(
      workspaceErrors.NOT_A_DIRECTORY({ message: `The working directory ${path} is not a folder.`, details: { path } }),
    );
  }
  return folder.path;
}

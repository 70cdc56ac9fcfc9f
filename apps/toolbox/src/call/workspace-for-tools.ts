import { realpathSync } from 'node:fs';
import { dirname, join, relative, isAbsolute, basename } from 'node:path';
import { stateHome } from '@ku0/agent-runtime-tools-workspace';
import { UsageError } from '../command-line/usage-error.ts';
import { workspaceFolder } from './workspace-folder.ts';

/**
 * The absolute path of a folder that tools can work in. Throws a UsageError if the state folder lies in it: tools could then
 * change what undo and approvals rely on, and a workspace refuses to be created.
 */
export function workspaceForTools(given: string | true | undefined): string {
  const path = workspaceFolder(given);
  const state = stateHome();
  if (!isWithin(realpathSync(path), realPathOfNew(state))) return path;
  throw new UsageError(`The state folder ${state} lies in the workspace ${path}, where tools could change it.`, {
    next: [
      'Set the variable TOOLBOX_HOME to a folder outside of the workspace,',
      'or choose another workspace: run the command in another folder or, where it has the option, with --workspace FOLDER.',
    ],
  });
}

function isWithin(folder: string, path: string): boolean {
  const below = relative(folder, path);
  return below === '' || (!isAbsolute(below) && below.split(/[/\\]/)[0] !== '..');
}

/** The state folder is created by the first change, so only a folder above it may exist. */
function realPathOfNew(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realPathOfNew(above), basename(path));
  }
}

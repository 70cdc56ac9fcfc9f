import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors } from '@ku0/agent-runtime-tools-workspace';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import { sandboxErrors } from './errors.ts';
import type { ViewRoot } from './workspace-view/workspace-view.ts';

/** The workspace's folders as runs see them. Fails for folders that hold what must be hidden. */
export async function viewRoots(workspace: Workspace): Promise<readonly ViewRoot[]> {
  const roots: ViewRoot[] = [];
  for (const path of await workspace.roots()) {
    refuseHome(path);
    roots.push({ path, readOnly: await isReadOnly(workspace, path) });
  }
  return roots;
}

/** A home folder, or a folder around it or around the system, shows what is to stay hidden. */
export function refuseHome(path: string): void {
  const kept = [homedir(), '/etc', '/proc', '/dev', '/run', '/usr'].filter((place) => existsSync(place));
  const inside = kept
    .map((place) => realpathSync(place))
    .find((place) => place === path || place.startsWith(join(path, sep)));
  if (inside === undefined) return;
  throw new ToolFailure(
    sandboxErrors.SANDBOX_ROOT_REFUSED({
      message: `The folder ${path} cannot be shown inside the sandbox: it holds ${inside}.`,
      details: { path, holds: inside },
    }),
  );
}

async function isReadOnly(workspace: Workspace, root: string): Promise<boolean> {
  try {
    await workspace.resolve(join(root, 'toolbox-sandbox-probe'), { access: 'write' });
    return false;
  } catch (error) {
    return error instanceof ToolFailure && error.error.code === workspaceErrors.READ_ONLY.code;
  }
}

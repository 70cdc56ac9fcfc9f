import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors } from '@ku0/agent-runtime-tools-workspace';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import { sandboxErrors } from '../errors.ts';
import type { ViewRoot } from './workspace-view.ts';

/** The roots of the workspace as runs see them. Throws if a root contains the home folder or a part of the system. */
export async function viewRoots(workspace: Workspace): Promise<readonly ViewRoot[]> {
  const roots: ViewRoot[] = [];
  for (const path of await workspace.roots()) {
    assertShareable(path);
    roots.push({ path, readOnly: await isReadOnly(workspace, path) });
  }
  return roots;
}

/** A path outside the workspace that runs can see, with its real path. */
export interface ExtraPath {
  readonly path: string;
  readonly real: string;
}

/** Resolves an extra path. Throws if it contains the home folder or a part of the system. */
export function resolveExtraPath(path: string): ExtraPath {
  const real = realpathSync(path);
  assertShareable(real);
  return { path, real };
}

/** Throws if the path no longer leads to the same place, for example because it was replaced by a link. */
export function assertNotMoved({ path, real }: ExtraPath): void {
  if (realPathOf(path) === real) return;
  throw new ToolFailure(
    sandboxErrors.SANDBOX_ROOT_REFUSED({
      message: `The folder ${path} was moved or replaced since the sandbox was created, so it is not shown inside.`,
      details: { path },
    }),
  );
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Throws for the home folder, for parts of the system and for folders that contain them. */
function assertShareable(path: string): void {
  const hidden = [homedir(), '/etc', '/proc', '/dev', '/run', '/usr'].filter((folder) => existsSync(folder));
  const inside = hidden
    .map((folder) => realpathSync(folder))
    .find((folder) => folder === path || folder.startsWith(join(path, sep)));
  if (inside === undefined) return;
  throw new ToolFailure(
    sandboxErrors.SANDBOX_ROOT_REFUSED({
      message: `The folder ${path} cannot be shown inside the sandbox: it contains ${inside}.`,
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

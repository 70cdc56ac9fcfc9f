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

/** A place outside of the workspace that runs see, and where it really is. */
export interface ExtraPlace {
  readonly path: string;
  readonly real: string;
}

/** Where an extra path leads. Fails when that is a place that must stay hidden. */
export function extraPlace(path: string): ExtraPlace {
  const real = realpathSync(path);
  refuseHome(real);
  return { path, real };
}

/** Fails for a place that leads elsewhere than when it was looked at: a link may have been put there since. */
export function refuseMoved({ path, real }: ExtraPlace): void {
  if (realOf(path) === real) return;
  throw new ToolFailure(
    sandboxErrors.SANDBOX_ROOT_REFUSED({
      message: `The folder ${path} is not where it was when the sandbox was made, so it is not shown inside.`,
      details: { path },
    }),
  );
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** A home folder, or a folder around it or around the system, shows what is to stay hidden. */
function refuseHome(path: string): void {
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

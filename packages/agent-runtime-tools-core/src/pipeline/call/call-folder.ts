import { resolve } from 'node:path';
import type { ToolServices } from '../../contracts/tool-context.ts';
import type { ExecuteOptions } from '../../execute-options.ts';
import { workspaceFolder } from './workspace-parts.ts';

/**
 * The folder of a call, for whoever has to know it: the one it names, else that of a workspace it brings, else its
 * parent's, else the coordinator's. A relative one starts at the folder it would have without.
 */
export function callFolder(
  runtime: { readonly cwd: string; readonly services: ToolServices },
  { cwd, services }: ExecuteOptions,
  parent: { readonly cwd: string; readonly services: ToolServices } | undefined,
): string {
  const own = services === undefined ? undefined : workspaceFolder(services);
  if (cwd === undefined) return own ?? parent?.cwd ?? runtime.cwd;
  const inherited =
    parent === undefined || parent.services === runtime.services ? undefined : workspaceFolder(parent.services);
  return resolve(own ?? inherited ?? runtime.cwd, cwd);
}

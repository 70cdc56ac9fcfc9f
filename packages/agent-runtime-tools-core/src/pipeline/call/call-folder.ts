import { resolve } from 'node:path';
import type { ToolServices } from '../../contracts/tool-context.ts';
import type { ExecuteOptions } from '../../execute-options.ts';
import { workspaceFolder } from './workspace-parts.ts';

/**
 * The working folder of a call: `cwd` of its options, else the folder of a workspace that it brings, else its parent's,
 * else the coordinator's. A relative `cwd` is resolved against the folder that the call would have without it.
 *
 *     workspace root /repo, no cwd:           /repo
 *     workspace root /repo, cwd 'packages/a': /repo/packages/a
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

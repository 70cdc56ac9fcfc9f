import { spawn } from 'node:child_process';
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { platform } from '../platform/current-platform.ts';
import type { SpawnPlan } from './spawn-program.ts';

/**
 * Starts a program that finds nothing behind some of the descriptors it would inherit. Without execa, which looks at
 * every number up to the highest for longer than the start takes. Fails as the system does.
 */
export async function spawnHiding(
  plan: SpawnPlan,
  descriptors: readonly number[],
): Promise<{ readonly child: ChildProcess; readonly pid: number }> {
  const { file, args, cwd, env, shell } = plan;
  const options = { cwd, env, shell, detached: platform.hasGroups, windowsHide: true } as const;
  const nothing = descriptors.length === 0 ? undefined : openSync(devNull, 'r+');
  try {
    const child = spawn(file, args, { ...options, stdio: stdioOf(plan, { descriptors, nothing }) });
    if (child.pid !== undefined) {
      child.on('error', () => undefined);
      return { child, pid: child.pid };
    }
    const failure: readonly unknown[] = await once(child, 'error');
    throw failure[0];
  } finally {
    if (nothing !== undefined) closeSync(nothing);
  }
}

function stdioOf(
  { openInput }: SpawnPlan,
  { descriptors, nothing }: { readonly descriptors: readonly number[]; readonly nothing: number | undefined },
): StdioOptions {
  const stdio: ('ignore' | 'pipe' | number)[] = [openInput ? 'pipe' : 'ignore', 'pipe', 'pipe'];
  if (nothing === undefined) return stdio;
  for (const descriptor of descriptors) {
    // What is left out here is inherited as it is.
    while (stdio.length <= descriptor) stdio.push('ignore');
    if (descriptor > 2) stdio[descriptor] = nothing;
  }
  return stdio;
}

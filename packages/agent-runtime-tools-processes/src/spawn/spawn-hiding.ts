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
  const limit = descriptors.length === 0 ? 0 : platform.descriptorLimit();
  const coverable = descriptors.filter((descriptor) => descriptor < limit);
  const { file, args, shell } = withClosed(
    plan,
    descriptors.filter((descriptor) => descriptor >= limit),
  );
  const { cwd, env } = plan;
  const options = { cwd, env, shell, detached: platform.hasGroups, windowsHide: true } as const;
  const nothing = coverable.length === 0 ? undefined : openSync(devNull, 'r+');
  try {
    const child = spawn(file, args, { ...options, stdio: stdioOf(plan, { descriptors: coverable, nothing }) });
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

/**
 * A descriptor above the limit of open files, which was lowered after it was opened, can only be closed: nothing can be
 * put in its place. Node closes none, so a bash does, which then becomes the program.
 */
function withClosed(plan: SpawnPlan, descriptors: readonly number[]): Pick<SpawnPlan, 'file' | 'args' | 'shell'> {
  if (descriptors.length === 0) return plan;
  const { file, args, shell } = plan;
  const program = shell === false ? [file, ...args] : [shell === true ? '/bin/sh' : shell, '-c', file];
  const close = descriptors.map((descriptor) => `${descriptor}>&-`).join(' ');
  return { file: '/bin/bash', args: ['-p', '-c', `exec ${close}; exec -- "$@"`, 'bash', ...program], shell: false };
}

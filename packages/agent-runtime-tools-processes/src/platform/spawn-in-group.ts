import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { withHiddenDescriptors } from './hiding-stdio.ts';
import type { SpawnPlan } from './platform.ts';

/**
 * Starts a program as the leader of its own process group. The descriptors in `plan.hideDescriptors` are replaced by
 * /dev/null, so the program cannot read what this process inherited. Rejects with the system's error.
 */
export async function spawnInGroup(plan: SpawnPlan, descriptorLimit: () => number): Promise<ChildProcess> {
  const { cwd, env, hideDescriptors, openInput } = plan;
  const limit = hideDescriptors.length === 0 ? 0 : descriptorLimit();
  const replaceable = hideDescriptors.filter((descriptor) => descriptor < limit);
  const unreplaceable = hideDescriptors.filter((descriptor) => descriptor >= limit);
  const { file, args, shell } = closingDescriptors(plan, unreplaceable);
  const child = withHiddenDescriptors(
    [openInput ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    (stdio) => spawn(file, args, { cwd, env, shell, stdio, detached: true }),
    replaceable,
  );
  if (child.pid === undefined) {
    const failure: readonly unknown[] = await once(child, 'error');
    throw failure[0];
  }
  child.on('error', () => undefined);
  return child;
}

/**
 * A descriptor above the limit of open files (the limit was lowered after it was opened) cannot be replaced, only
 * closed. Node cannot close it, so bash closes it and then executes the program.
 */
function closingDescriptors(
  plan: SpawnPlan,
  descriptors: readonly number[],
): Pick<SpawnPlan, 'file' | 'args' | 'shell'> {
  if (descriptors.length === 0) return plan;
  const { file, args, shell } = plan;
  const program = shell === false ? [file, ...args] : [shell === true ? '/bin/sh' : shell, '-c', file];
  const close = descriptors.map((descriptor) => `${descriptor}>&-`).join(' ');
  return { file: '/bin/bash', args: ['-p', '-c', `exec ${close}; exec -- "$@"`, 'bash', ...program], shell: false };
}

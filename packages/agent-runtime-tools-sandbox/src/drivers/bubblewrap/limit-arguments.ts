import { release } from 'node:os';
import { basename } from 'node:path';
import type { ConfinedPlan } from '../driver.ts';

/**
 * The limits per process, in the order and the units of the start script's `ulimit` calls: soft and hard CPU seconds, memory
 * in KB, open files, file size in blocks.
 */
export function startLimits({ limits, spareMemoryMb }: ConfinedPlan, shell: string): readonly string[] {
  const cpu = Math.ceil(limits.cpuSeconds);
  const memoryKb = (limits.memoryMb + spareMemoryMb) * 1024;
  const blocks = (limits.fileSizeMb * 1024 * 1024) / (basename(shell) === 'bash' ? 1024 : 512);
  return [cpu, cpu + 1, memoryKb, limits.openFiles, blocks].map((limit) => String(Math.floor(limit)));
}

/**
 * The process limit as an argument of `prlimit`. It is set inside the sandbox, where the kernel counts this user's processes
 * separately. Before Linux 5.14 it counts all processes of the user, so the limit is left out there.
 */
export function processLimit({ limits }: ConfinedPlan): readonly string[] {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  const countsPerNamespace = major > 5 || (major === 5 && minor >= 14);
  const max = Math.floor(limits.processes);
  return countsPerNamespace ? [`--nproc=${max}:${max}`] : ['--core=0:0'];
}

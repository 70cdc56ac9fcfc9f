import { release } from 'node:os';
import { basename } from 'node:path';
import type { ConfinedPlan } from '../driver.ts';

/**
 * The limits that the kernel keeps for each process, in the order and the units in which the start script's `ulimit`
 * takes them: processor seconds, a second more, memory, open files, size of a file.
 */
export function startLimits({ limits, spareMemoryMb }: ConfinedPlan, shell: string): readonly string[] {
  const cpu = Math.ceil(limits.cpuSeconds);
  const memoryKb = (limits.memoryMb + spareMemoryMb) * 1024;
  const blocks = (limits.fileSizeMb * 1024 * 1024) / (basename(shell) === 'bash' ? 1024 : 512);
  return [cpu, cpu + 1, memoryKb, limits.openFiles, blocks].map((limit) => String(Math.floor(limit)));
}

/**
 * The limit of processes, as `prlimit` takes it. It is set inside, where the kernel counts this user anew. Before Linux
 * 5.14 it counts a user's processes wherever they run, so that a busy user could start none.
 */
export function processLimit({ limits }: ConfinedPlan): readonly string[] {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  const countsAnew = major > 5 || (major === 5 && minor >= 14);
  const most = Math.floor(limits.processes);
  return countsAnew ? [`--nproc=${most}:${most}`] : ['--core=0:0'];
}

import { readdirSync, readFileSync } from 'node:fs';

/**
 * Finds running processes with a tag in their environment or command line. A test gives the processes it starts a unique tag
 * and expects none to be left. Linux only.
 */
export function taggedProcesses(tag: string): string[] {
  const found: string[] = [];
  for (const id of processIds()) {
    if (Number(id) === process.pid) continue;
    const command = contentOf(`/proc/${id}/cmdline`);
    if (command.includes(tag) || contentOf(`/proc/${id}/environ`).includes(tag)) found.push(`${id} ${command}`);
  }
  return found;
}

/** The number of open file descriptors of this process. Linux only. */
export function openDescriptors(): number {
  return readdirSync('/proc/self/fd').length;
}

/** The ids of child processes that have ended but were not reaped. Linux only. */
export function zombies(): string[] {
  return processIds().filter((id) => contentOf(`/proc/${id}/stat`).includes(`) Z ${process.pid} `));
}

function processIds(): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

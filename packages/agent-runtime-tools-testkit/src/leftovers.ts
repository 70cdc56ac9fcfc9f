import { readdirSync, readFileSync } from 'node:fs';

/**
 * Processes whose environment or command line holds a tag, found without the code under test: give what you start a
 * tag of its own, and expect none to be left. Linux only.
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

/** How many descriptors this process has open. Linux only. */
export function openDescriptors(): number {
  return readdirSync('/proc/self/fd').length;
}

/** Children of this process that have ended and were not taken note of. Linux only. */
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

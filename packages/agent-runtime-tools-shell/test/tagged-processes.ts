import { readdirSync, readFileSync } from 'node:fs';

/** Processes whose environment or command line holds a tag, found without the code under test. */
export function taggedProcesses(tag: string): string[] {
  const found: string[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    const command = contentOf(`/proc/${name}/cmdline`);
    if (command.includes(tag) || contentOf(`/proc/${name}/environ`).includes(tag)) found.push(`${name} ${command}`);
  }
  return found;
}

export function openDescriptors(): number {
  return readdirSync('/proc/self/fd').length;
}

/** Children of this process that have ended and were not taken note of. */
export function zombies(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => contentOf(`/proc/${name}/stat`).includes(`) Z ${process.pid} `));
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

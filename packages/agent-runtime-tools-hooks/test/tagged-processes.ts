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

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

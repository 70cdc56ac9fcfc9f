import { readdirSync, readFileSync } from 'node:fs';

/**
 * Descriptors that this process was started with and that programs would inherit. Descriptors opened by Node are never
 * inherited. Empty on systems without /proc.
 */
export function inheritableDescriptors(): readonly number[] {
  atStart ??= listInheritable();
  // A descriptor may have been closed since, and its number reused.
  return atStart.length === 0 ? atStart : atStart.filter(isInheritable);
}

let atStart: readonly number[] | undefined;

function listInheritable(): readonly number[] {
  try {
    return readdirSync('/proc/self/fdinfo')
      .map(Number)
      .filter((descriptor) => descriptor > 2 && isInheritable(descriptor));
  } catch {
    return [];
  }
}

const CLOSE_ON_EXEC = 0o2_000_000;

function isInheritable(descriptor: number): boolean {
  try {
    const flags = /^flags:\s+([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1'))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    return false;
  }
}

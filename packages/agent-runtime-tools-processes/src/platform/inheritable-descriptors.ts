import { readdirSync, readFileSync } from 'node:fs';

/**
 * Files and pipes that this process was started with and that its programs would inherit. What Node opens is never
 * inherited. Empty where the system does not tell.
 */
export function inheritableDescriptors(): readonly number[] {
  known ??= listed();
  // One that was closed since may have become the number of something else.
  return known.length === 0 ? known : known.filter(isInheritable);
}

let known: readonly number[] | undefined;

function listed(): readonly number[] {
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

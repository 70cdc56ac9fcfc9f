import { readdirSync, readFileSync } from 'node:fs';

/**
 * Files and pipes that this process was started with and that programs it starts would inherit. Node opens its own so
 * that they are not.
 */
export function inheritableDescriptors(): readonly number[] {
  return readdirSync('/proc/self/fdinfo')
    .map(Number)
    .filter((descriptor) => descriptor > 2 && isInheritable(descriptor));
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

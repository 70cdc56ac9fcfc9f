import { readdirSync, readlinkSync } from 'node:fs';

/** Files that this process has open although they are gone, by descriptor. Where the system does not tell: none. */
export function openDeletedFiles(): string[] {
  return descriptors().flatMap((descriptor) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${descriptor}`);
      return target.startsWith('/') && target.endsWith(' (deleted)') ? [`${descriptor} ${target}`] : [];
    } catch {
      return [];
    }
  });
}

function descriptors(): string[] {
  try {
    return readdirSync('/proc/self/fd');
  } catch {
    return [];
  }
}

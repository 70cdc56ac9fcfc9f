import { readdirSync, readlinkSync } from 'node:fs';

/** Deleted files that this process still has open, with their descriptors. Linux only; elsewhere empty. */
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

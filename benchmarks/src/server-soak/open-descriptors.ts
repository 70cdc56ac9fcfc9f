import { readdirSync, readlinkSync } from 'node:fs';

/** What the open descriptors of this process lead to. */
export function openDescriptors(): string[] {
  return readdirSync('/proc/self/fd').map((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      return 'closed';
    }
  });
}

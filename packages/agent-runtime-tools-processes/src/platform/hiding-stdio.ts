import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { inheritableDescriptors } from './inheritable-descriptors.ts';
import { descriptorLimit } from './linux-proc.ts';

/** What Node connects a descriptor of a new program to. */
export type StdioEntry = 'ignore' | 'ipc' | 'pipe' | number;

/**
 * Starts a program with `start`, for which /dev/null takes the place of descriptors that it must not inherit. Default: those
 * that this process was started with. Descriptors that `stdio` connects stay as they are.
 */
export function withHiddenDescriptors<T>(
  stdio: readonly StdioEntry[],
  start: (stdio: StdioEntry[]) => T,
  descriptors: readonly number[] = replaceable(inheritableDescriptors()),
): T {
  const entries = [...stdio];
  const hidden = descriptors.filter((descriptor) => descriptor >= stdio.length);
  if (hidden.length === 0) return start(entries);
  const nullDevice = openSync(devNull, 'r+');
  try {
    for (const descriptor of hidden) {
      // Node leaves 'ignore' entries above 2 as they are: the program inherits them if they are open.
      while (entries.length <= descriptor) entries.push('ignore');
      entries[descriptor] = nullDevice;
    }
    return start(entries);
  } finally {
    closeSync(nullDevice);
  }
}

/** A descriptor above the limit of open files cannot be replaced. */
function replaceable(descriptors: readonly number[]): readonly number[] {
  if (descriptors.length === 0) return descriptors;
  const limit = descriptorLimit();
  return descriptors.filter((descriptor) => descriptor < limit);
}

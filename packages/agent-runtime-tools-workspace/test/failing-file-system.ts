import { existsSync } from 'node:fs';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { interceptFileSystem, nodeFileSystem, type FileOperation, type FileSystem } from '../src/index.ts';

/** Where many small runs are quick. */
export const fastFolder = existsSync('/dev/shm') ? '/dev/shm' : undefined;

/** A file system that asks before every operation with which system code it should fail, if any. */
export function failingFileSystem(
  decide: (count: number, operation: FileOperation) => string | undefined,
  base: FileSystem = nodeFileSystem,
): { fs: FileSystem; count: () => number } {
  let count = 0;
  const fs = interceptFileSystem(base, (operation) => {
    const code = decide(++count, operation);
    if (code !== undefined) throw Object.assign(new Error(`${code}: injected at ${operation.name}`), { code });
  });
  return { fs, count: () => count };
}

/** The typed failure of a promise, or undefined when it is fulfilled. */
export async function outcome(work: Promise<unknown>): Promise<ToolFailure | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof ToolFailure) return error;
    throw error;
  }
}

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../command-line/usage-error.ts';

/** The absolute path of the folder that `--workspace` names. Throws a UsageError if it does not exist. */
export function workspaceFolder(given: string | true | undefined): string {
  const path = resolve(typeof given === 'string' ? given : '.');
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) {
    const problem = found === undefined ? 'does not exist' : 'is not a folder';
    throw new UsageError(`--workspace needs a folder, but ${path} ${problem}.`, {
      next: ['Name a folder that exists, or leave the option out to use this one.'],
    });
  }
  return path;
}

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The absolute path of a program in one of the folders or on PATH. Undefined if there is none. */
export function findProgram(name: string, folders: readonly string[] = []): string | undefined {
  const path = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return [...folders, ...path].map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

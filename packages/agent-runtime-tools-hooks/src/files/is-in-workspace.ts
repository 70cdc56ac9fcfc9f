import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isInside } from './read-bounded-file.ts';

/**
 * Whether a file is in a workspace, where tools may have written it. A link counts by its own place and by its target.
 */
export async function isInWorkspace(file: string, workspace: string): Promise<boolean> {
  const root = await realPath(workspace);
  const path = resolve(file);
  const names = [path, join(await realPath(dirname(path)), basename(path)), await realPath(path)];
  return names.some((name) => isInside(root, name) || isInside(resolve(workspace), name));
}

function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

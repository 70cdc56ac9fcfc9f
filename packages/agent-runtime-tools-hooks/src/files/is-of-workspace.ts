import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isInside } from './read-bounded-file.ts';

/**
 * Whether a file is a workspace's, so that tools may have written it: by its name, by where its name really is (a link
 * there may lead anywhere), or by where it leads.
 */
export async function isOfWorkspace(file: string, workspace: string): Promise<boolean> {
  const root = await realOf(workspace);
  const path = resolve(file);
  const names = [path, join(await realOf(dirname(path)), basename(path)), await realOf(path)];
  return names.some((name) => isInside(root, name) || isInside(resolve(workspace), name));
}

function realOf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

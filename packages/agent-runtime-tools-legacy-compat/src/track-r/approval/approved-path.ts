import { posix, win32 } from 'node:path';
import { findToolNames } from '@ku0/agent-runtime-tools-rules';

/** Whether a tool works on files: a known one by what it does, another by its name. */
export function isFileOperation(toolName: string): boolean {
  const family = findToolNames(toolName)?.family;
  if (family !== undefined) return family === 'Read' || family === 'Edit' || family === 'Delete';
  return /(?:^|[^a-z])(?:file|files|dir|directory|folder|path|diff|patch)(?:$|[^a-z])/i.test(toolName);
}

/** The paths that a call names. */
export function pathsOf(params: unknown): string[] {
  if (typeof params !== 'object' || params === null) return [];
  const entries: [string, unknown][] = Object.entries(params);
  return entries
    .filter(([name]) => PATH_PARAMETERS.has(name))
    .flatMap(([, value]) => value)
    .filter((value) => typeof value === 'string' && value !== '')
    .map(String);
}

const PATH_PARAMETERS: ReadonlySet<string> = new Set([
  'path',
  'paths',
  'file',
  'file_path',
  'file_paths',
  'filePath',
  'from',
  'to',
]);

/** Whether a path lies in one of the folders. Relative paths and paths with `..` do not count as inside. */
export function isApprovedPath(path: string, workspacePaths: readonly string[]): boolean {
  return !path.includes('..') && workspacePaths.some((root) => path === root || path.startsWith(withSeparator(root)));
}

/** `/work` must not be taken for the start of `/work-of-others`. */
function withSeparator(root: string): string {
  if (root === '' || root.endsWith(posix.sep) || root.endsWith(win32.sep)) return root;
  return root + (root.includes(posix.sep) ? posix.sep : win32.sep);
}

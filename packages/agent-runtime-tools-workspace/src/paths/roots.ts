import { isAbsolute, resolve, sep } from 'node:path';
import type { FileSystem } from '../fs/file-system.ts';
import { systemFailure } from '../fs/system-failure.ts';

export interface RootOption {
  readonly path: string;
  /** Tools may read files in this root, but not change them. */
  readonly readOnly?: boolean;
}

export interface Root {
  /** As the host gave it, made absolute. */
  readonly given: string;
  /** With links resolved; paths are compared with this. */
  readonly path: string;
  readonly readOnly: boolean;
}

/** Resolves the links of the roots. Fails if a root is missing. */
export async function openRoots(fs: FileSystem, options: readonly (string | RootOption)[]): Promise<readonly Root[]> {
  const roots: Root[] = [];
  for (const option of options) {
    const { path, readOnly = false } = typeof option === 'string' ? { path: option } : option;
    const given = resolve(path);
    try {
      roots.push({ given, path: await fs.realpath(given), readOnly });
    } catch (error) {
      throw systemFailure(error, given);
    }
  }
  return roots;
}

/** The innermost root that contains a real path. */
export function rootOf(roots: readonly Root[], path: string): Root | undefined {
  let best: Root | undefined;
  for (const root of roots) {
    if (isWithin(root.path, path) && (best === undefined || root.path.length > best.path.length)) best = root;
  }
  return best;
}

/** Compares with the separator, so that `/ws-evil` is not within `/ws`. */
export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** A path below a folder with `/`, or '.' for the folder itself. */
export function relativeTo(folder: string, path: string): string {
  if (path === folder) return '.';
  const rest = path.slice(folder.endsWith(sep) ? folder.length : folder.length + 1);
  return sep === '/' ? rest : rest.replaceAll(sep, '/');
}

/** Joins without normalising: the system resolves `..`, after it has followed links. */
export function joinRaw(folder: string, path: string): string {
  return isAbsolute(path) ? path : folder.endsWith(sep) ? folder + path : folder + sep + path;
}

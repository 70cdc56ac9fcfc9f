import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A place in a file of the workspace, 1-based. */
export interface ServerLocation {
  /** Undefined for a file outside of the workspace or hidden from tools. */
  readonly file: string | undefined;
  /** The path on disk, for the name of an installed package. Never shown. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** As the workspace displays a path; undefined for one outside of it or hidden from tools. */
export function displayOf(
  path: string,
  roots: readonly string[],
  isHidden: (path: string) => boolean,
): string | undefined {
  const at = roots.findIndex((root) => path.startsWith(root.endsWith(sep) ? root : root + sep));
  if (at === -1 || isHidden(path)) return undefined;
  return at === 0 ? relative(roots[0] ?? '', path).replaceAll(sep, '/') : path;
}

/** Locations and links to locations; anything else in the answer is left out. */
export function readLocations(answer: unknown): Omit<ServerLocation, 'file'>[] {
  const list: unknown[] = Array.isArray(answer) ? answer : [answer];
  return list.flatMap((each) => {
    if (typeof each !== 'object' || each === null) return [];
    const { uri, targetUri, range, targetSelectionRange } = each as Record<string, unknown>;
    const start = startOf(range ?? targetSelectionRange);
    const address = uri ?? targetUri;
    if (typeof address !== 'string' || !address.startsWith('file:') || start === undefined) return [];
    try {
      return [{ path: fileURLToPath(address), ...start }];
    } catch {
      return [];
    }
  });
}

function startOf(range: unknown): { readonly line: number; readonly column: number } | undefined {
  if (typeof range !== 'object' || range === null || !('start' in range)) return undefined;
  const { start } = range;
  if (typeof start !== 'object' || start === null || !('line' in start) || !('character' in start)) return undefined;
  const { line, character } = start;
  return typeof line === 'number' && typeof character === 'number'
    ? { line: line + 1, column: character + 1 }
    : undefined;
}

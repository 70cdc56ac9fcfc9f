import { ToolFailure, nearestNames, type ToolError } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors } from '../errors.ts';
import type { Workspace } from '../workspace.ts';

/** Runs the work. If it fails with FILE_NOT_FOUND, the failure suggests similar paths that exist. */
export async function withPathSuggestions<T>(workspace: Workspace, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const path = missingPath(error);
    if (!(error instanceof ToolFailure) || path === undefined) throw error;
    const nearest = await nearestPaths(workspace, path).catch((): string[] => []);
    if (nearest.includes(path) && path.includes(REPLACEMENT))
      throw new ToolFailure(unreachable(path), { cause: error });
    if (nearest.length === 0 || nearest.includes(path)) throw error;
    const failure = {
      ...error.error,
      suggestion: `Did you mean ${nearest.join(' or ')}?`,
      details: { ...error.error.details, nearest },
    };
    throw new ToolFailure(failure, { cause: error });
  }
}

/** The path that was not found. A dead link was found, and its failure says so. */
function missingPath(error: unknown): string | undefined {
  if (!(error instanceof ToolFailure) || error.error.code !== workspaceErrors.FILE_NOT_FOUND.code) return undefined;
  const { path, link } = error.error.details ?? {};
  return typeof path === 'string' && link === undefined ? path : undefined;
}

/** Stands for invalid UTF-8 in a listed name; no file can be opened by such a name. */
const REPLACEMENT = '\ufffd';

/** For a name that a listing shows, but that cannot be opened. */
function unreachable(path: string): ToolError {
  return workspaceErrors.INVALID_PATH({
    message: `The name of ${path} is not valid UTF-8; no tool can reach it.`,
    suggestion: 'Ask the person to rename it.',
    details: { path },
  });
}

/** Existing paths with a similar spelling. Paths that are hidden from tools are not among them, as they are not listed. */
async function nearestPaths(workspace: Workspace, path: string, depth = 0): Promise<string[]> {
  const [folder, name] = splitLast(path);
  if (name === '' || name === '.' || name === '..' || depth > MAX_DEPTH) return [];
  const siblings = await entriesOf(workspace, folder);
  if (siblings !== undefined) {
    const names = nearestNames(name, siblings.keys(), MAX_CANDIDATES).filter((near) => isNear(name, near));
    return names.slice(0, MAX_SUGGESTIONS).flatMap((near) => siblings.get(near) ?? []);
  }
  const found: string[] = [];
  for (const near of await nearestPaths(workspace, folder, depth + 1)) {
    const candidate = `${near}/${name}`;
    if (await exists(workspace, candidate)) found.push(candidate);
    else found.push(...(await nearestPaths(workspace, candidate, MAX_DEPTH)));
  }
  return found.slice(0, MAX_SUGGESTIONS);
}

/** Names must be similar without their extension: `a.json` is not similar to `b.json`. */
function isNear(name: string, other: string): boolean {
  const [stem, otherStem] = [stemOf(name), stemOf(other)];
  return stem === '' || otherStem === '' || nearestNames(stem, [otherStem]).length > 0;
}

function stemOf(name: string): string {
  return name.replace(/(?<=.)\.[^.]*$/, '');
}

const MAX_SUGGESTIONS = 3;
const MAX_CANDIDATES = 20;
const MAX_DEPTH = 8;
const MAX_SIBLINGS = 5000;

function splitLast(path: string): [folder: string, name: string] {
  const trimmed = path.replace(/\/+$/, '');
  const at = trimmed.lastIndexOf('/');
  if (at === -1) return ['.', trimmed];
  return [trimmed.slice(0, at) || '/', trimmed.slice(at + 1)];
}

/** Paths by name; undefined if the folder does not exist. */
async function entriesOf(workspace: Workspace, folder: string): Promise<Map<string, string> | undefined> {
  try {
    const options = { includeHidden: true, includeIgnored: true, limit: MAX_SIBLINGS };
    const { entries } = await workspace.list(folder, options);
    return new Map(entries.map(({ name, path }) => [name, path]));
  } catch (error) {
    if (error instanceof ToolFailure && error.error.code === workspaceErrors.FILE_NOT_FOUND.code) return undefined;
    throw error;
  }
}

async function exists(workspace: Workspace, path: string): Promise<boolean> {
  return workspace.stat(path).then(
    () => true,
    () => false,
  );
}

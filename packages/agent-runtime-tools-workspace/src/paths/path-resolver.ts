import { dirname, isAbsolute, resolve as normalize, sep } from 'node:path';
import { refuse, workspaceErrors } from '../errors.ts';
import type { FileStat, FileSystem } from '../fs/file-system.ts';
import { isMissing, systemFailure } from '../fs/system-failure.ts';
import type { Wall } from '../ignore/wall.ts';
import { checkSpelling } from './check-spelling.ts';
import type { IsProtected } from './protected-names.ts';
import type { PathAccess, ResolvedPath, ResolveOptions } from './resolved-path.ts';
import { isWithin, joinRaw, relativeTo, rootOf, type Root } from './roots.ts';

/** Decides where a path really leads and whether that may be reached. Links are followed first, then compared. */
export class PathResolver {
  readonly #fs: FileSystem;
  readonly #roots: readonly Root[];
  readonly #isProtected: IsProtected;
  readonly #wall: Wall;

  constructor({
    fs,
    roots,
    isProtected,
    wall,
  }: {
    fs: FileSystem;
    roots: readonly Root[];
    isProtected: IsProtected;
    wall: Wall;
  }) {
    this.#fs = fs;
    this.#roots = roots;
    this.#isProtected = isProtected;
    this.#wall = wall;
  }

  async resolve(input: string, { access, cwd, allowProtected = false }: ResolveOptions): Promise<ResolvedPath> {
    checkSpelling(input);
    const asked = joinRaw(this.#base(cwd), input);
    const place = await this.#locate(asked, access === 'delete');
    const root = rootOf(this.#roots, place.path);
    if (root === undefined) return refuse(outside(input));
    const relative = relativeTo(root.path, place.path);
    const spelled = this.#spelled(asked);
    const isHidden = await this.#wall.rules();
    if (isHidden(place.path) || (spelled !== undefined && isHidden(spelled.path))) {
      refuse(
        workspaceErrors.PATH_IGNORED({
          message: `${input} is hidden from tools by an ignore file of the workspace.`,
          details: { path: input },
        }),
      );
    }
    // Only now, so that the answer does not tell which files are there outside the roots or behind the wall.
    if (place.isBelowFile === true) refuse(absent(input));
    const resolved: ResolvedPath = {
      root: root.path,
      path: place.path,
      relative,
      display: root === this.#roots[0] ? relative : place.path.replaceAll(sep, '/'),
      protected: this.#isProtected(relative) || (spelled !== undefined && this.#isProtected(spelled.relative)),
      exists: place.stat !== undefined,
      kind: place.stat?.kind,
    };
    if (endsAsFolder(input) && place.stat !== undefined && place.stat.kind !== 'directory' && access !== 'list') {
      refuse(workspaceErrors.NOT_A_DIRECTORY({ message: `${input} is not a folder.`, details: { path: input } }));
    }
    checkKind(resolved, access, input);
    if (access === 'write' || access === 'create' || access === 'delete')
      checkWritable(resolved, { root, access, input, allowProtected });
    return resolved;
  }

  #base(cwd: string | undefined): string {
    const first = this.#roots[0]?.path ?? sep;
    if (cwd === undefined) return first;
    const start = joinRaw(first, cwd);
    return this.#roots.some((root) => isWithin(root.path, normalize(start)) || isWithin(root.given, normalize(start)))
      ? start
      : first;
  }

  /** The path as written, below a root, where that makes sense: a rule on its names counts as well. */
  #spelled(asked: string): { path: string; relative: string } | undefined {
    const plain = normalize(asked);
    for (const root of this.#roots) {
      const start = [root.path, root.given].find((path) => isWithin(path, plain));
      if (start !== undefined)
        return { path: root.path + plain.slice(start.length), relative: relativeTo(start, plain) };
    }
    return undefined;
  }

  async #locate(asked: string, keepLink: boolean): Promise<Place> {
    const trimmed = asked.length > 1 ? asked.replace(TRAILING, '') || sep : asked;
    const last = trimmed.slice(trimmed.lastIndexOf(sep) + 1);
    try {
      if (keepLink && last !== '.' && last !== '..' && last !== '') {
        const path = joinRaw(await this.#fs.realpath(dirname(trimmed)), last);
        return { path, stat: await this.#fs.lstat(path) };
      }
      const path = await this.#fs.realpath(trimmed);
      return { path, stat: await this.#fs.lstat(path) };
    } catch (error) {
      if (isMissing(error)) return this.#locateMissing(trimmed);
      if (!this.#isSpelledInside(asked)) refuse(outside(asked));
      throw systemFailure(error, asked);
    }
  }

  /** Where a new file would be: the deepest place that exists, its links resolved, and the names below it. */
  async #locateMissing(asked: string): Promise<Place> {
    const names = asked.split(sep);
    const missing: string[] = [];
    for (;;) {
      const name = names.pop();
      if (name === undefined) return refuse(absent(asked));
      if (name === '' || name === '.') continue;
      if (name === '..')
        refuse(workspaceErrors.INVALID_PATH({ message: `${asked} goes up from a folder that does not exist.` }));
      missing.unshift(name);
      const found = await this.#existing(names.join(sep) || sep, asked);
      if (found === undefined) continue;
      const { real, isFolder } = found;
      // Nothing above a root is ever made, not even the root itself.
      if (rootOf(this.#roots, real) === undefined) refuse(outside(asked));
      const path = joinRaw(real, missing.join(sep));
      if (!isFolder) return { path, stat: undefined, isBelowFile: true };
      const first = joinRaw(real, missing[0] ?? '');
      if (await this.#existsAsLink(first)) {
        refuse(
          workspaceErrors.INVALID_PATH({
            message: `${first} is a link to something that does not exist.`,
            suggestion: 'Choose another name, or remove the link first.',
          }),
        );
      }
      return { path, stat: undefined };
    }
  }

  async #existing(place: string, asked: string): Promise<{ real: string; isFolder: boolean } | undefined> {
    try {
      const real = await this.#fs.realpath(place);
      return { real, isFolder: (await this.#fs.lstat(real)).kind === 'directory' };
    } catch (error) {
      if (isMissing(error)) return undefined;
      if (!this.#isSpelledInside(asked)) refuse(outside(asked));
      throw systemFailure(error, asked);
    }
  }

  async #existsAsLink(path: string): Promise<boolean> {
    try {
      await this.#fs.lstat(path);
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw systemFailure(error, path);
    }
  }

  #isSpelledInside(asked: string): boolean {
    return isAbsolute(asked) && this.#spelled(asked) !== undefined;
  }
}

interface Place {
  readonly path: string;
  readonly stat: FileStat | undefined;
  /** A file stands where a folder would have to be. */
  readonly isBelowFile?: boolean;
}

const TRAILING = sep === '/' ? /\/+$/ : /[/\\]+$/;

function endsAsFolder(input: string): boolean {
  return input.endsWith('/') || input.endsWith(sep) || input.endsWith(`${sep}.`);
}

function checkKind({ kind }: ResolvedPath, access: PathAccess, input: string): void {
  const details = { path: input };
  if (kind === undefined) {
    if (access !== 'write' && access !== 'create') refuse(absent(input));
    return;
  }
  if (access === 'create') refuse(workspaceErrors.ALREADY_EXISTS({ message: `${input} already exists.`, details }));
  if (access === 'list' && kind !== 'directory')
    refuse(workspaceErrors.NOT_A_DIRECTORY({ message: `${input} is not a folder.`, details }));
  if (access !== 'read' && access !== 'write') return;
  if (kind === 'directory') refuse(workspaceErrors.IS_DIRECTORY({ message: `${input} is a folder.`, details }));
  if (kind !== 'file')
    refuse(workspaceErrors.NOT_A_FILE({ message: `${input} is a device, a pipe or a socket.`, details }));
}

function checkWritable(
  resolved: ResolvedPath,
  { root, access, input, allowProtected }: { root: Root; access: PathAccess; input: string; allowProtected: boolean },
): void {
  const details = { path: input };
  if (root.readOnly) refuse(workspaceErrors.READ_ONLY({ details }));
  if (resolved.relative === '.')
    refuse(workspaceErrors.IS_DIRECTORY({ message: 'This is the workspace root itself.', details }));
  if (access === 'delete' && resolved.kind === 'other')
    refuse(workspaceErrors.NOT_A_FILE({ message: `${input} is a device, a pipe or a socket.`, details }));
  if (resolved.protected && !allowProtected) {
    refuse(
      workspaceErrors.PROTECTED_PATH({
        message: `${input} is protected: it configures programs or this runtime.`,
        details,
      }),
    );
  }
}

function outside(path: string): ReturnType<typeof workspaceErrors.INVALID_PATH> {
  return workspaceErrors.INVALID_PATH({ message: `${path} is outside the workspace.`, details: { path } });
}

function absent(path: string): ReturnType<typeof workspaceErrors.FILE_NOT_FOUND> {
  return workspaceErrors.FILE_NOT_FOUND({ message: `${path} does not exist.`, details: { path } });
}

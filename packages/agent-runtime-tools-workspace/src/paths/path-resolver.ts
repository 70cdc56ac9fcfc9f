import { dirname, isAbsolute, resolve as normalize, sep } from 'node:path';
import { refuse, workspaceErrors } from '../errors.ts';
import { isOnDisk, type FoundPath } from '../fs/disk-glance.ts';
import type { FileKind, FileSystem } from '../fs/file-system.ts';
import { systemFailure } from '../fs/system-failure.ts';
import type { Wall } from '../ignore/wall.ts';
import { checkSpelling } from './check-spelling.ts';
import { KnownAnswers } from './known-answers.ts';
import { lookUpsLater, lookUpsNow, type LookUps } from './look-ups.ts';
import type { IsProtected } from './protected-names.ts';
import type { PathAccess, PathGlance, ResolvedPath, ResolveOptions } from './resolved-path.ts';
import { isWithin, joinRaw, relativeTo, rootOf, type Root } from './roots.ts';
import { settled, unlessWaiting, waited, type Waiting } from './waiting.ts';

/** Decides where a path really leads and whether that may be reached. Links are followed first, then compared. */
export class PathResolver {
  readonly #later: LookUps;
  readonly #isOnDisk: boolean;
  readonly #answers = new KnownAnswers();
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
    this.#later = lookUpsLater(fs, wall);
    this.#isOnDisk = isOnDisk(fs);
    this.#roots = roots;
    this.#isProtected = isProtected;
    this.#wall = wall;
  }

  resolve(input: string, options: ResolveOptions): Promise<ResolvedPath> {
    return waited(this.#resolve(this.#later, input, options));
  }

  /** Undefined where the disk cannot be looked at without waiting. */
  glance(): PathGlance | undefined {
    if (!this.#isOnDisk) return undefined;
    const now = lookUpsNow(this.#wall);
    return {
      resolve: (input, options) =>
        this.#answers.again(now, input, options) ??
        this.#answers.keep(unlessWaiting(this.#resolve(now, input, options)), now, {
          asked: trimmed(joinRaw(this.#base(options.cwd), input)),
          input,
          options,
        }),
    };
  }

  *#resolve(
    look: LookUps,
    input: string,
    { access, cwd, allowProtected = false }: ResolveOptions,
  ): Waiting<ResolvedPath> {
    checkSpelling(input);
    const asked = joinRaw(this.#base(cwd), input);
    const place = yield* this.#locate(look, asked, access === 'delete');
    const root = rootOf(this.#roots, place.path);
    if (root === undefined) return refuse(outside(input));
    const relative = relativeTo(root.path, place.path);
    const spelled = this.#spelled(asked);
    const isHidden = yield* settled(look.hidden());
    if (isHidden(place.path) || (spelled !== undefined && spelled.path !== place.path && isHidden(spelled.path))) {
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
      protected:
        this.#isProtected(relative) ||
        (spelled !== undefined && spelled.relative !== relative && this.#isProtected(spelled.relative)),
      exists: place.kind !== undefined,
      kind: place.kind,
    };
    if (endsAsFolder(input) && place.kind !== undefined && place.kind !== 'directory' && access !== 'list') {
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

  *#locate(look: LookUps, asked: string, keepLink: boolean): Waiting<Place> {
    const path = trimmed(asked);
    const last = path.slice(path.lastIndexOf(sep) + 1);
    try {
      if (keepLink && last !== '.' && last !== '..' && last !== '') {
        const folder = yield* settled(look.real(dirname(path)));
        const entry = folder === undefined ? undefined : joinRaw(folder, last);
        const kind = entry === undefined ? undefined : yield* settled(look.kindOf(entry));
        if (entry !== undefined && kind !== undefined) return { path: entry, kind };
      } else {
        const found = yield* settled(look.follow(path));
        if (found !== undefined) return found;
      }
    } catch (error) {
      if (!this.#isSpelledInside(asked)) refuse(outside(asked));
      throw systemFailure(error, asked);
    }
    return yield* this.#locateMissing(look, path);
  }

  /** Where a new file would be: the deepest place that exists, its links resolved, and the names below it. */
  *#locateMissing(look: LookUps, asked: string): Waiting<Place> {
    const names = asked.split(sep);
    const missing: string[] = [];
    for (;;) {
      const name = names.pop();
      if (name === undefined) return refuse(absent(asked));
      if (name === '' || name === '.') continue;
      if (name === '..')
        refuse(workspaceErrors.INVALID_PATH({ message: `${asked} goes up from a folder that does not exist.` }));
      missing.unshift(name);
      const found = yield* this.#existing(look, names.join(sep) || sep, asked);
      if (found === undefined) continue;
      // Nothing above a root is ever made, not even the root itself.
      if (rootOf(this.#roots, found.path) === undefined) refuse(outside(asked));
      const path = joinRaw(found.path, missing.join(sep));
      if (found.kind !== 'directory') return { path, kind: undefined, isBelowFile: true };
      const first = joinRaw(found.path, missing[0] ?? '');
      if (yield* this.#existsAsLink(look, first)) {
        refuse(
          workspaceErrors.INVALID_PATH({
            message: `${first} is a link to something that does not exist.`,
            suggestion: 'Choose another name, or remove the link first.',
          }),
        );
      }
      return { path, kind: undefined };
    }
  }

  *#existing(look: LookUps, place: string, asked: string): Waiting<FoundPath | undefined> {
    try {
      return yield* settled(look.follow(place));
    } catch (error) {
      if (!this.#isSpelledInside(asked)) refuse(outside(asked));
      throw systemFailure(error, asked);
    }
  }

  *#existsAsLink(look: LookUps, path: string): Waiting<boolean> {
    try {
      return (yield* settled(look.kindOf(path))) !== undefined;
    } catch (error) {
      throw systemFailure(error, path);
    }
  }

  #isSpelledInside(asked: string): boolean {
    return isAbsolute(asked) && this.#spelled(asked) !== undefined;
  }
}

interface Place {
  readonly path: string;
  readonly kind: FileKind | undefined;
  /** A file stands where a folder would have to be. */
  readonly isBelowFile?: boolean;
}

function trimmed(path: string): string {
  return path.length > 1 ? path.replace(TRAILING, '') || sep : path;
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

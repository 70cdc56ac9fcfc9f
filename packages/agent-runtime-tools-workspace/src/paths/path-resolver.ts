import { dirname, isAbsolute, resolve as normalize, sep } from 'node:path';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { refuse } from '../errors.ts';
import { isOnDisk } from '../fs/sync-disk-reader.ts';
import type { FileKind, FileSystem } from '../fs/file-system.ts';
import { systemFailure } from '../fs/system-failure.ts';
import type { Wall } from '../ignore/wall.ts';
import { isInRepository } from './repository-folders.ts';
import { checkSpelling } from './check-spelling.ts';
import { lookUpsLater, lookUpsNow, type LookUps } from './look-ups.ts';
import { pathFailures } from './path-failures.ts';
import { isProgramConfig } from './program-config.ts';
import type { ProtectedPathMatcher } from './protected-path-matcher.ts';
import type { PathAccess, ResolvedPath, ResolveOptions } from './resolved-path.ts';
import { isWithin, joinRaw, relativeTo, rootOf, type Root } from './roots.ts';
import { settled, unlessWaiting, waited, type Waiting } from './waiting.ts';

/** Decides where a path really leads and whether that may be reached. Links are followed first, then compared. */
export class PathResolver {
  readonly #later: LookUps;
  readonly #isOnDisk: boolean;
  readonly #roots: readonly Root[];
  readonly #isProtected: ProtectedPathMatcher;
  readonly #wall: Wall;

  constructor({
    fs,
    roots,
    isProtected,
    wall,
  }: {
    fs: FileSystem;
    roots: readonly Root[];
    isProtected: ProtectedPathMatcher;
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

  /** As Workspace.resolveSync. */
  resolveSync(input: string, options: ResolveOptions): ResolvedPath | undefined {
    return this.#isOnDisk ? unlessWaiting(this.#resolve(lookUpsNow(this.#wall), input, options)) : undefined;
  }

  *#resolve(
    look: LookUps,
    input: string,
    { access, cwd, allowProtected = false }: ResolveOptions,
  ): Waiting<ResolvedPath> {
    checkSpelling(input);
    const asked = joinRaw(this.#base(cwd), input);
    const place = yield* this.#locate({ look, input }, asked, access === 'delete');
    const root = rootOf(this.#roots, place.path) ?? refuse(pathFailures.outside(input));
    const relative = relativeTo(root.path, place.path);
    const spelled = this.#spelled(asked);
    const isHidden = yield* settled(look.hidden());
    if (isHidden(place.path) || (spelled !== undefined && spelled.path !== place.path && isHidden(spelled.path))) {
      refuse(pathFailures.hidden(input));
    }
    // Only now, so that the answer does not tell which files are there outside the roots or behind the wall.
    if (place.link !== undefined) refuse(pathFailures.deadLink(input, this.#display(place.link), access));
    if (place.file !== undefined) refuse(pathFailures.belowFile(input, this.#display(place.file), access));
    const resolved: ResolvedPath = {
      root: root.path,
      path: place.path,
      relative,
      display: this.#display(place.path),
      protected:
        this.#isProtected(relative) ||
        (spelled !== undefined && spelled.relative !== relative && this.#isProtected(spelled.relative)) ||
        (isChange(access) && (yield* this.#isInRepository({ look, input }, asked, { root, relative }))),
      programConfig:
        isProgramConfig(relative) ||
        (spelled !== undefined && spelled.relative !== relative && isProgramConfig(spelled.relative)),
      exists: place.kind !== undefined,
      kind: place.kind,
    };
    if (endsAsFolder(input) && place.kind !== undefined && place.kind !== 'directory' && access !== 'list') {
      refuse(pathFailures.notFolder(input));
    }
    checkKind(resolved, access, input);
    if (isChange(access)) checkWritable(resolved, { root, access, input, allowProtected });
    return resolved;
  }

  *#isInRepository(search: Search, asked: string, place: { root: Root; relative: string }): Waiting<boolean> {
    try {
      return yield* isInRepository(search.look, place.root.path, place.relative);
    } catch (error) {
      throw this.#failure(error, search, asked);
    }
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

  /** As ResolvedPath.display. */
  #display(path: string): string {
    const [first] = this.#roots;
    return first !== undefined && rootOf(this.#roots, path) === first
      ? relativeTo(first.path, path)
      : path.replaceAll(sep, '/');
  }

  *#locate(search: Search, asked: string, keepLink: boolean): Waiting<Place> {
    const { look } = search;
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
      throw this.#failure(error, search, asked);
    }
    return yield* this.#locateMissing(search, path);
  }

  /** Where a new file would be: the deepest place that exists, its links resolved, and the names below it. */
  *#locateMissing(search: Search, asked: string, links = 0): Waiting<Place> {
    const { look, input } = search;
    const names = asked.split(sep);
    const missing: string[] = [];
    for (;;) {
      const name = names.pop();
      if (name === undefined) return refuse(pathFailures.absent(input));
      if (name === '' || name === '.') continue;
      if (name === '..') refuse(pathFailures.upFromNowhere(input));
      missing.unshift(name);
      const found = yield* this.#looked(search, asked, () => look.follow(names.join(sep) || sep));
      if (found === undefined) continue;
      // Nothing above a root is ever made, not even the root itself.
      if (rootOf(this.#roots, found.path) === undefined) refuse(pathFailures.outside(input));
      const path = joinRaw(found.path, missing.join(sep));
      if (found.kind !== 'directory') return { path, kind: undefined, file: found.path };
      const [first = '', ...rest] = missing;
      const link = joinRaw(found.path, first);
      if ((yield* this.#looked(search, asked, () => look.kindOf(link))) === undefined) return { path, kind: undefined };
      const target = links < MOST_LINKS ? yield* this.#looked(search, asked, () => look.target(link)) : undefined;
      if (target === undefined) return { path, kind: undefined, link };
      // Where it would lead counts as well: the answer must be the same whether there is something outside or not.
      const beyond = yield* this.#locateMissing(search, [joinRaw(found.path, target), ...rest].join(sep), links + 1);
      return { ...beyond, link };
    }
  }

  *#looked<T>(search: Search, asked: string, ask: () => T | Promise<T>): Waiting<T> {
    try {
      return yield* settled(ask());
    } catch (error) {
      throw this.#failure(error, search, asked);
    }
  }

  /** What the system says of a place outside is nobody's business. */
  #failure(error: unknown, { input }: Search, asked: string): ToolFailure {
    return this.#isSpelledInside(asked) ? systemFailure(error, input) : new ToolFailure(pathFailures.outside(input));
  }

  #isSpelledInside(asked: string): boolean {
    return isAbsolute(asked) && this.#spelled(asked) !== undefined;
  }
}

/** Whom to ask, and the path as it was given, for what there is to say about it. */
interface Search {
  readonly look: LookUps;
  readonly input: string;
}

interface Place {
  readonly path: string;
  readonly kind: FileKind | undefined;
  /** Stands where a folder would have to be. */
  readonly file?: string;
  /** Leads to nothing. */
  readonly link?: string;
}

/** As many as the system follows. */
const MOST_LINKS = 40;

function trimmed(path: string): string {
  return path.length > 1 ? path.replace(TRAILING, '') || sep : path;
}

const TRAILING = sep === '/' ? /\/+$/ : /[/\\]+$/;

function isChange(access: PathAccess): boolean {
  return access === 'write' || access === 'create' || access === 'delete';
}

function endsAsFolder(input: string): boolean {
  return input.endsWith('/') || input.endsWith(sep) || input.endsWith(`${sep}.`);
}

function checkKind({ kind }: ResolvedPath, access: PathAccess, input: string): void {
  if (kind === undefined) {
    if (access !== 'write' && access !== 'create') refuse(pathFailures.absent(input));
    return;
  }
  if (access === 'create') refuse(pathFailures.taken(input));
  if (access === 'list' && kind !== 'directory') refuse(pathFailures.notFolder(input));
  if (access !== 'read' && access !== 'write') return;
  if (kind === 'directory') refuse(pathFailures.isFolder(input));
  if (kind !== 'file') refuse(pathFailures.special(input));
}

function checkWritable(
  resolved: ResolvedPath,
  { root, access, input, allowProtected }: { root: Root; access: PathAccess; input: string; allowProtected: boolean },
): void {
  if (root.readOnly) refuse(pathFailures.readOnly(input));
  if (resolved.relative === '.') refuse(pathFailures.isRoot(input));
  if (access === 'delete' && resolved.kind === 'other') refuse(pathFailures.special(input));
  if (resolved.protected && !allowProtected) refuse(pathFailures.protectedName(input));
}

import { dirname, isAbsolute, resolve as normalize, sep } from 'node:path';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { refuse } from '../errors.ts';
import type { FileKind, FileSystem } from '../fs/file-system.ts';
import { isOnDisk } from '../fs/sync-disk-reader.ts';
import { systemFailure } from '../fs/system-failure.ts';
import type { HiddenPathRules } from '../ignore/hidden-path-rules.ts';
import { checkAccess, isChange } from './check-access.ts';
import { checkSpelling } from './check-spelling.ts';
import { asyncLookups, syncLookups, type DiskLookups } from './disk-lookups.ts';
import { pathFailures } from './path-failures.ts';
import { isProgramConfig } from './program-config.ts';
import type { ProtectedPathMatcher } from './protected-path-matcher.ts';
import { isInRepository } from './repository-folders.ts';
import type { LocatedPath, ResolvedPath, ResolveOptions } from './resolved-path.ts';
import { isWithin, joinRaw, relativeTo, rootOf, type Root } from './roots.ts';
import { awaited, runAsync, runSync, type SyncOrAsync } from './sync-or-async.ts';

interface PathResolverOptions {
  readonly fs: FileSystem;
  readonly roots: readonly Root[];
  readonly isProtected: ProtectedPathMatcher;
  readonly hiddenPaths: HiddenPathRules;
}

export interface LocateOptions extends Pick<ResolveOptions, 'cwd'> {
  /** Follow a link that the path ends with. A link that is to be deleted is not followed. */
  readonly followLast: boolean;
  /** Also find out whether the path lies in a git repository's own folder. */
  readonly forChange: boolean;
}

/**
 * Decides where a path leads and whether a tool may go there. Links are followed first; the real path is then compared with
 * the roots.
 */
export class PathResolver {
  readonly #lookups: DiskLookups;
  readonly #isOnDisk: boolean;
  readonly #roots: readonly Root[];
  readonly #isProtected: ProtectedPathMatcher;
  readonly #hiddenPaths: HiddenPathRules;

  constructor({ fs, roots, isProtected, hiddenPaths }: PathResolverOptions) {
    this.#lookups = asyncLookups(fs, hiddenPaths);
    this.#isOnDisk = isOnDisk(fs);
    this.#roots = roots;
    this.#isProtected = isProtected;
    this.#hiddenPaths = hiddenPaths;
  }

  /** As Workspace.resolve. */
  async resolve(input: string, options: ResolveOptions): Promise<ResolvedPath> {
    return checkAccess(await this.locate(input, locateOptions(options)), options);
  }

  /** As Workspace.resolveSync. */
  resolveSync(input: string, options: ResolveOptions): ResolvedPath | undefined {
    if (!this.#isOnDisk) return undefined;
    const located = runSync(this.#locate(syncLookups(this.#hiddenPaths), input, locateOptions(options)));
    return located && checkAccess(located, options);
  }

  /** Where a path leads, before `checkAccess`. Fails for paths outside the roots and for hidden ones. */
  locate(input: string, options: LocateOptions): Promise<LocatedPath> {
    return runAsync(this.#locate(this.#lookups, input, options));
  }

  *#locate(
    lookups: DiskLookups,
    input: string,
    { cwd, followLast, forChange }: LocateOptions,
  ): SyncOrAsync<LocatedPath> {
    checkSpelling(input);
    const absolute = joinRaw(this.#startFolder(cwd), input);
    const search: Search = { lookups, input, absolute };
    const place = yield* this.#findPlace(search, followLast);
    const root = rootOf(this.#roots, place.path) ?? refuse(pathFailures.outside(input));
    const relative = relativeTo(root.path, place.path);
    const spelled = this.#asSpelled(absolute);
    const matcher = lookups.hiddenPathMatcher();
    const isHidden = matcher instanceof Promise ? yield* awaited(matcher) : matcher;
    if (isHidden(place.path) || (spelled !== undefined && spelled.path !== place.path && isHidden(spelled.path)))
      refuse(pathFailures.hidden(input));
    const names = spelled === undefined || spelled.relative === relative ? [relative] : [relative, spelled.relative];
    return {
      input,
      root: root.path,
      readOnly: root.readOnly,
      path: place.path,
      relative,
      display: this.#display(place.path),
      protected:
        names.some((name) => this.#isProtected(name)) ||
        (forChange && (yield* this.#isInRepository(search, { root, relative, kind: place.kind }))),
      programConfig: names.some(isProgramConfig),
      exists: place.kind !== undefined,
      kind: place.kind,
      deadLink: place.deadLink && this.#display(place.deadLink),
      fileOnTheWay: place.fileOnTheWay && this.#display(place.fileOnTheWay),
    };
  }

  *#isInRepository(
    search: Search,
    { root, ...entry }: { readonly root: Root; readonly relative: string; readonly kind: FileKind | undefined },
  ): SyncOrAsync<boolean> {
    try {
      return yield* isInRepository(search.lookups, root.path, entry);
    } catch (error) {
      throw this.#failure(error, search);
    }
  }

  /** Where relative paths start: at `cwd` if it lies in a root, else at the first root. */
  #startFolder(cwd: string | undefined): string {
    const first = this.#roots[0]?.path ?? sep;
    if (cwd === undefined) return first;
    const start = joinRaw(first, cwd);
    return this.#roots.some((root) => isWithin(root.path, normalize(start)) || isWithin(root.given, normalize(start)))
      ? start
      : first;
  }

  /** The path as written, without following links, if that lies in a root: rules on names apply to it as well. */
  #asSpelled(absolute: string): { path: string; relative: string } | undefined {
    const plain = normalize(absolute);
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

  *#findPlace(search: Search, followLast: boolean): SyncOrAsync<Place> {
    const path = withoutTrailingSlash(search.absolute);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const place = (yield* this.#findExisting(search, path, followLast)) ?? (yield* this.#findMissing(search, path));
      if (place !== undefined) return place;
    }
    return refuse(pathFailures.changing(search.input));
  }

  *#findExisting({ lookups, ...search }: Search, path: string, followLast: boolean): SyncOrAsync<Place | undefined> {
    const last = path.slice(path.lastIndexOf(sep) + 1);
    try {
      if (followLast || last === '.' || last === '..' || last === '') {
        const found = lookups.follow(path);
        return found instanceof Promise ? yield* awaited(found) : found;
      }
      const folder = yield* awaited(lookups.realpath(dirname(path)));
      const entry = folder === undefined ? undefined : joinRaw(folder, last);
      const kind = entry === undefined ? undefined : yield* awaited(lookups.kindOf(entry));
      return entry === undefined || kind === undefined ? undefined : { path: entry, kind };
    } catch (error) {
      throw this.#failure(error, search);
    }
  }

  /**
   * Where a new file would be: the deepest folder that exists, with links followed, and the remaining names.
   *
   *     link -> /ws/src     link/new/a.ts  is  /ws/src/new/a.ts
   *
   * Undefined if a name that was missing is there now: somebody has just created it.
   */
  *#findMissing(search: Search, path: string, linksFollowed = 0): SyncOrAsync<Place | undefined> {
    const { lookups, input } = search;
    const names = path.split(sep);
    const missing: string[] = [];
    for (;;) {
      const name = names.pop();
      if (name === undefined) return refuse(pathFailures.absent(input));
      if (name === '' || name === '.') continue;
      if (name === '..') refuse(pathFailures.parentOfMissing(input));
      missing.unshift(name);
      const found = yield* this.#lookUp(search, () => lookups.follow(names.join(sep) || sep));
      if (found === undefined) continue;
      // Neither a root nor a folder above one is ever created.
      if (rootOf(this.#roots, found.path) === undefined) refuse(pathFailures.outside(input));
      const target = joinRaw(found.path, missing.join(sep));
      if (found.kind !== 'directory') return { path: target, kind: undefined, fileOnTheWay: found.path };
      const [first = '', ...rest] = missing;
      const link = joinRaw(found.path, first);
      const kind = yield* this.#lookUp(search, () => lookups.kindOf(link));
      if (kind === undefined) return { path: target, kind };
      if (kind !== 'symlink') return undefined;
      const linked =
        linksFollowed < MAX_LINKS ? yield* this.#lookUp(search, () => lookups.linkTarget(link)) : undefined;
      if (linked === undefined) return { path: target, kind: undefined, deadLink: link };
      // A dead link that leads outside is refused as outside, so that its failure does not tell what exists there.
      const next = [joinRaw(found.path, linked), ...rest].join(sep);
      const place = yield* this.#findMissing(search, next, linksFollowed + 1);
      return place && { ...place, deadLink: link };
    }
  }

  *#lookUp<T>(search: Search, look: () => T | Promise<T>): SyncOrAsync<T> {
    try {
      return yield* awaited(look());
    } catch (error) {
      throw this.#failure(error, search);
    }
  }

  /** A system error is told only for paths inside the roots: elsewhere it would tell what exists there. */
  #failure(error: unknown, { input, absolute }: Omit<Search, 'lookups'>): ToolFailure {
    const isInside = isAbsolute(absolute) && this.#asSpelled(absolute) !== undefined;
    return isInside ? systemFailure(error, input) : new ToolFailure(pathFailures.outside(input));
  }
}

/** What one call looks for, and how it reads the disk. */
interface Search {
  readonly lookups: DiskLookups;
  /** The path as it was given, for error messages. */
  readonly input: string;
  readonly absolute: string;
}

interface Place {
  readonly path: string;
  readonly kind: FileKind | undefined;
  /** A file where the path needs a folder. */
  readonly fileOnTheWay?: string;
  /** A link on the way whose target does not exist. */
  readonly deadLink?: string;
}

/** As many links as the system follows. */
const MAX_LINKS = 40;

/** How often a path is looked up again that others create or remove at the same time. */
const MAX_ATTEMPTS = 10;

function locateOptions({ access, cwd }: ResolveOptions): LocateOptions {
  return { followLast: access !== 'delete', forChange: isChange(access), ...(cwd !== undefined && { cwd }) };
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 ? path.replace(TRAILING, '') || sep : path;
}

const TRAILING = sep === '/' ? /\/+$/ : /[/\\]+$/;

import { checkAccess } from '../../paths/check-access.ts';
import type { PathResolver } from '../../paths/path-resolver.ts';
import type { LocatedPath, ResolvedPath, ResolveOptions } from '../../paths/resolved-path.ts';

/**
 * Looks each path of a transaction up on disk once, so that its lock, its reads and its changes are about the same file.
 * The commit checks under the lock that the file is still there.
 */
export class TransactionPaths {
  readonly #resolver: PathResolver;
  readonly #located = new Map<string, LocatedPath>();

  constructor(resolver: PathResolver) {
    this.#resolver = resolver;
  }

  /** As Workspace.resolve. */
  async resolve(path: string, options: ResolveOptions): Promise<ResolvedPath> {
    const { cwd, access } = options;
    const followLast = access !== 'delete';
    const key = JSON.stringify([path, cwd, followLast]);
    let located = this.#located.get(key);
    if (located === undefined) {
      located = await this.#resolver.locate(path, { followLast, forChange: true, ...(cwd !== undefined && { cwd }) });
      this.#located.set(key, located);
      // The body may go on with the real path.
      if (followLast) this.#located.set(JSON.stringify([located.path, cwd, followLast]), located);
    }
    return checkAccess(located, options);
  }
}

import { SyncDiskReader } from '@ku0/agent-runtime-tools-workspace';
import { pathFact, type PathFact, type PathFactOf, type PathUse } from './path-fact.ts';
import type { PathGuard } from './path-guard.ts';

/**
 * The facts about paths that one guard has checked. The disk is read for every decision; as long as it gives the same
 * answer, the fact is the same object, by which a VerdictCache recognises it.
 */
export class PathFactCache {
  readonly #guard: PathGuard;
  readonly #byBase = new Map<string, Map<string, Entry[]>>();
  #count = 0;

  constructor(guard: PathGuard) {
    this.#guard = guard;
  }

  /** Checks the paths of one call, reading the disk once for each. */
  startCall(options: { readonly checkCommandPaths: boolean }): CallPathCheck {
    return new CallPathCheck(this, this.#guard, options);
  }

  find({ path, access, possible, recursive }: PathUse, base: string, origin: PathFact['origin']): Entry | undefined {
    return this.#byBase
      .get(base)
      ?.get(path)
      ?.find(
        ({ fact }) =>
          fact.access === access &&
          fact.origin === origin &&
          fact.possible === (possible === true) &&
          fact.recursive === (recursive === true),
      );
  }

  add(entry: Entry): void {
    const { base, given } = entry.fact;
    if (++this.#count > MAX_PATHS) {
      this.#byBase.clear();
      this.#count = 1;
    }
    let byPath = this.#byBase.get(base);
    if (byPath === undefined) {
      byPath = new Map();
      this.#byBase.set(base, byPath);
    }
    const known = byPath.get(given);
    if (known === undefined) byPath.set(given, [entry]);
    else known.push(entry);
  }
}

/** Checks the paths of one call. */
export class CallPathCheck {
  readonly disk = new SyncDiskReader();
  /** Some path cannot be checked synchronously; the facts are then incomplete. */
  mustWait = false;
  readonly #cache: PathFactCache;
  readonly #guard: PathGuard;
  readonly #checkCommandPaths: boolean;
  #checks = 0;

  constructor(cache: PathFactCache, guard: PathGuard, { checkCommandPaths }: { readonly checkCommandPaths: boolean }) {
    this.#cache = cache;
    this.#guard = guard;
    this.#checkCommandPaths = checkCommandPaths;
  }

  readonly factOf: PathFactOf = (use, base, origin) => {
    const isChecked = origin !== 'command' || this.#checkCommandPaths;
    if (!isChecked || this.mustWait) return pathFact(use, base, origin);
    const known = this.#cache.find(use, base, origin);
    const fact = known?.fact ?? pathFact(use, base, origin);
    const checked = ++this.#checks > MAX_SYNC_CHECKS ? undefined : this.#guard.checkSync(fact, this.disk);
    if (checked === undefined) {
      this.mustWait = true;
      return fact;
    }
    // The paths of a command are judged with the command; here they only get their real paths.
    const result = origin === 'command' ? withReal(fact, checked.real) : checked;
    if (known === undefined) this.#cache.add({ fact: result });
    else known.fact = result;
    return result;
  };
}

interface Entry {
  fact: PathFact;
}

function withReal(fact: PathFact, real: string | undefined): PathFact {
  return fact.real === real ? fact : { ...fact, real };
}

const MAX_PATHS = 5000;
/** A call with more paths is judged asynchronously, so that it does not block the thread. */
const MAX_SYNC_CHECKS = 200;

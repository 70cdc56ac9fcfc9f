import type { ResolvedPath, SyncDiskReader } from '@ku0/agent-runtime-tools-workspace';
import type { PathFact } from './path-fact.ts';

/** Finds out where the paths of a call really lead. A path that cannot be checked counts as outside. */
export interface PathGuard {
  /** The folders that calls may touch, with links resolved. */
  roots(): Promise<readonly string[]>;
  /** Completes a fact from the disk. A fact that was complete and is still right stays the same object. Never rejects. */
  check(fact: PathFact): Promise<PathFact>;
  /** The same without waiting; undefined if the workspace cannot answer synchronously. Never throws. */
  checkSync(fact: PathFact, disk: SyncDiskReader): PathFact | undefined;
}

/** Several guards as one: a path is inside if any of them says so. */
export function combinedGuard(guards: readonly PathGuard[]): PathGuard {
  const [first] = guards;
  if (guards.length === 1 && first !== undefined) return first;
  return {
    roots: async () => (await Promise.all(guards.map((guard) => guard.roots()))).flat(),
    async check(fact) {
      let outside: PathFact | undefined;
      for (const guard of guards) {
        const checked = await guard.check(fact);
        if (checked.place === 'inside') return checked;
        outside ??= checked;
      }
      return outside ?? outsideFact(fact, 'There is no workspace.');
    },
    checkSync(fact, disk) {
      let outside: PathFact | undefined;
      for (const guard of guards) {
        const checked = guard.checkSync(fact, disk);
        if (checked === undefined || checked.place === 'inside') return checked;
        outside ??= checked;
      }
      return outside ?? outsideFact(fact, 'There is no workspace.');
    },
  };
}

export function insideFact(
  fact: PathFact,
  { path, protected: isProtected, exists }: Pick<ResolvedPath, 'path' | 'protected' | 'exists'>,
): PathFact {
  return withAnswer(fact, { place: 'inside', real: path, protected: isProtected, exists, concern: undefined });
}

export function outsideFact(fact: PathFact, concern: string, real?: string): PathFact {
  return withAnswer(fact, { place: 'outside', real, protected: false, exists: undefined, concern });
}

type Answer = Pick<PathFact, 'place' | 'real' | 'protected' | 'exists' | 'concern'>;

function withAnswer(fact: PathFact, answer: Answer): PathFact {
  const isSame =
    fact.place === answer.place &&
    fact.real === answer.real &&
    fact.protected === answer.protected &&
    fact.exists === answer.exists &&
    fact.concern === answer.concern;
  return isSame ? fact : { ...fact, ...answer };
}

/** Tools disagree about `~`: some expand it, others look for a file of that name. */
export const TILDE_CONCERN = 'A path that starts with ~ may be in the home folder.';

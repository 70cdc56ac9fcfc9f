import type { IsHidden } from '../ignore/wall.ts';
import type { LookUpsNow } from './look-ups.ts';
import type { ResolvedPath, ResolveOptions } from './resolved-path.ts';

export interface Question {
  readonly input: string;
  readonly options: ResolveOptions;
  /** Absolute, as it was looked up. */
  readonly asked: string;
}

/** Answers about paths that exist. The disk is asked every time; only where it says the same is the answer the same. */
export class KnownAnswers {
  readonly #byInput = new Map<string, Known[]>();
  #count = 0;

  again(now: LookUpsNow, input: string, options: ResolveOptions): ResolvedPath | undefined {
    const known = this.#byInput.get(input)?.find((each) => isSame(each.options, options));
    if (known === undefined) return undefined;
    const { asked, resolved, isHidden } = known;
    try {
      const found = now.glance.follow(asked);
      const isSameFile = found?.path === resolved.path && found.kind === resolved.kind;
      return isSameFile && now.hiddenNow() === isHidden ? resolved : undefined;
    } catch {
      // What went wrong is told by whoever works the answer out.
      return undefined;
    }
  }

  /** Keeps an answer that rests on one look at the path and one at the walls. */
  keep(resolved: ResolvedPath | undefined, now: LookUpsNow, { input, options, asked }: Question): typeof resolved {
    const isHidden = now.hiddenNow();
    if (resolved?.exists !== true || options.access === 'delete' || isHidden === undefined) return resolved;
    if (++this.#count > MOST_ANSWERS) {
      this.#byInput.clear();
      this.#count = 1;
    }
    const others = (this.#byInput.get(input) ?? []).filter((each) => !isSame(each.options, options));
    this.#byInput.set(input, [...others, { options: { ...options }, asked, resolved, isHidden }]);
    return resolved;
  }
}

interface Known {
  readonly options: ResolveOptions;
  readonly asked: string;
  readonly resolved: ResolvedPath;
  readonly isHidden: IsHidden;
}

function isSame(a: ResolveOptions, b: ResolveOptions): boolean {
  return a.access === b.access && a.cwd === b.cwd && (a.allowProtected ?? false) === (b.allowProtected ?? false);
}

const MOST_ANSWERS = 5000;

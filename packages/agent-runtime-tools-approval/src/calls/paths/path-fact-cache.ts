import type { Moment } from './moment.ts';
import { pathFact, type PathFact, type PathFactOf } from './path-fact.ts';
import type { PathGuard } from './path-guard.ts';
import type { PathUse } from './path-use.ts';

/** The paths that a guard has checked: each once in a moment. A fact that still holds in the next stays the same object. */
export class PathFactCache {
  readonly #guard: PathGuard;
  readonly #byBase = new Map<string, Map<string, Checked[]>>();
  #moment: Moment | undefined;
  #withCommands = false;
  #looks = 0;
  #count = 0;
  /** Some path of the call cannot be checked at once. */
  mustWait = false;

  constructor(guard: PathGuard) {
    this.#guard = guard;
  }

  /** Another call begins. Its command's own paths are checked only where rules are about them. */
  start(moment: Moment, { withCommands }: { readonly withCommands: boolean }): void {
    this.#moment = moment;
    this.#withCommands = withCommands;
    this.#looks = 0;
    this.mustWait = false;
  }

  readonly factOf: PathFactOf = (use, base, origin) => {
    const moment = this.#moment;
    if (moment === undefined || (origin === 'command' && !this.#withCommands)) return pathFact(use, base, origin);
    const known = this.#find(use, base, origin);
    if (known?.moment === moment) return known.fact;
    if (this.mustWait || ++this.#looks > MAX_SYNC_CHECKS) {
      this.mustWait = true;
      return pathFact(use, base, origin);
    }
    if (known !== undefined && this.#guard.stillHolds(known.found, moment)) {
      known.moment = moment;
      return known.fact;
    }
    const spelled = pathFact(use, base, origin);
    const found = this.#guard.checkSync(spelled, moment);
    if (found === undefined) {
      this.mustWait = true;
      return spelled;
    }
    // A command's paths are judged with the command; here they only get the names they really have.
    const fact = origin === 'command' ? { ...spelled, real: found.real } : found;
    if (known === undefined) this.#add({ fact, found, moment });
    else Object.assign(known, { fact, found, moment });
    return fact;
  };

  #find({ path, access, possible, recursive }: PathUse, base: string, origin: PathFact['origin']): Checked | undefined {
    const found = this.#byBase.get(base)?.get(path);
    if (found === undefined) return undefined;
    for (const each of found) {
      const { fact } = each;
      if (
        fact.access === access &&
        fact.origin === origin &&
        fact.possible === (possible === true) &&
        fact.recursive === (recursive === true)
      )
        return each;
    }
    return undefined;
  }

  #add(checked: Checked): void {
    const { base, given } = checked.fact;
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
    if (known === undefined) byPath.set(given, [checked]);
    else known.push(checked);
  }
}

interface Checked {
  fact: PathFact;
  /** As the guard gave it. */
  found: PathFact;
  /** When it was last found to be so. */
  moment: Moment;
}

const MAX_PATHS = 5000;
/** A call with more paths than this waits for them, so that others get their turn. */
const MAX_SYNC_CHECKS = 200;

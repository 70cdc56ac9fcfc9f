import type { CallFacts } from '../calls/call-facts.ts';
import { pathSegments } from '../calls/derived-facts.ts';
import type { CompiledPolicy } from './compiled-policy.ts';

/** The policies about one tool, in order, indexed by the file and folder names that their paths spell out. */
export class ToolPolicies {
  readonly all: readonly CompiledPolicy[];
  /** Some of them look at the texts of a call, or at their size. */
  readonly weighContents: boolean;
  readonly #open: readonly CompiledPolicy[];
  readonly #byName = new Map<string, CompiledPolicy[]>();
  readonly #merged = new Map<string, readonly CompiledPolicy[]>();

  constructor(policies: readonly CompiledPolicy[]) {
    this.all = policies;
    this.weighContents = policies.some(({ policy }) =>
      policy.conditions?.some(({ type }) => type === 'content' || type === 'size'),
    );
    this.#open = policies.filter(({ pathName }) => pathName === undefined);
    for (const policy of policies) {
      if (policy.pathName === undefined) continue;
      const known = this.#byName.get(policy.pathName);
      if (known === undefined) this.#byName.set(policy.pathName, [policy]);
      else known.push(policy);
    }
  }

  /** Those that may fit a call, in order: the others name a path that the call does not. */
  candidates(facts: CallFacts): readonly CompiledPolicy[] {
    if (this.#byName.size === 0) return this.all;
    let hits: string[] | undefined;
    for (const name of pathSegments(facts)) {
      if (!this.#byName.has(name)) continue;
      hits ??= [];
      if (!hits.includes(name)) hits.push(name);
    }
    return hits === undefined ? this.#open : this.#withNames(hits);
  }

  /** Projects have few names that policies are about: the lists are made once. */
  #withNames(names: readonly string[]): readonly CompiledPolicy[] {
    const key = names.length === 1 ? (names[0] ?? '') : names.join('/');
    let found = this.#merged.get(key);
    if (found === undefined) {
      const chosen = new Set([...this.#open, ...names.flatMap((name) => this.#byName.get(name) ?? [])]);
      found = this.all.filter((policy) => chosen.has(policy));
      if (this.#merged.size >= MOST_LISTS) this.#merged.clear();
      this.#merged.set(key, found);
    }
    return found;
  }
}

const MOST_LISTS = 200;

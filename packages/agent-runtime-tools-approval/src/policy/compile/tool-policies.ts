import type { CallFacts } from '../../calls/call-facts.ts';
import { pathSegments } from '../../calls/derived-facts.ts';
import type { CompiledPolicy } from './compiled-policy.ts';

/** The policies about one tool in order, indexed by the file or folder name that their condition requires. */
export class ToolPolicies {
  readonly all: readonly CompiledPolicy[];
  /** Whether some of them have a condition on the contents of a call or their size. */
  readonly dependOnContents: boolean;
  readonly #withoutPathName: readonly CompiledPolicy[];
  readonly #byName = new Map<string, CompiledPolicy[]>();
  readonly #candidatesByNames = new Map<string, readonly CompiledPolicy[]>();

  constructor(policies: readonly CompiledPolicy[]) {
    this.all = policies;
    this.dependOnContents = policies.some(({ policy }) =>
      policy.conditions?.some(({ type }) => type === 'content' || type === 'size'),
    );
    this.#withoutPathName = policies.filter(({ pathName }) => pathName === undefined);
    for (const policy of policies) {
      if (policy.pathName === undefined) continue;
      const known = this.#byName.get(policy.pathName);
      if (known === undefined) this.#byName.set(policy.pathName, [policy]);
      else known.push(policy);
    }
  }

  /** The policies that may match a call, in order. The others require a path name that the call does not have. */
  candidates(facts: CallFacts): readonly CompiledPolicy[] {
    if (this.#byName.size === 0) return this.all;
    let hits: string[] | undefined;
    for (const name of pathSegments(facts)) {
      if (!this.#byName.has(name)) continue;
      hits ??= [];
      if (!hits.includes(name)) hits.push(name);
    }
    return hits === undefined ? this.#withoutPathName : this.#withNames(hits);
  }

  /** Cached: few names occur in both policies and calls. */
  #withNames(names: readonly string[]): readonly CompiledPolicy[] {
    const key = names.length === 1 ? (names[0] ?? '') : names.join('/');
    let found = this.#candidatesByNames.get(key);
    if (found === undefined) {
      const chosen = new Set([...this.#withoutPathName, ...names.flatMap((name) => this.#byName.get(name) ?? [])]);
      found = this.all.filter((policy) => chosen.has(policy));
      if (this.#candidatesByNames.size >= MAX_LISTS) this.#candidatesByNames.clear();
      this.#candidatesByNames.set(key, found);
    }
    return found;
  }
}

const MAX_LISTS = 200;

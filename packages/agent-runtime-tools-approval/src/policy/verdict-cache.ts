import type { CallFacts } from '../calls/call-facts.ts';
import type { ToolProfile } from '../calls/tool-profile.ts';
import type { PathFact } from '../calls/paths/path-fact.ts';
import type { PolicyEngine } from './policy-engine.ts';
import type { EvaluateOptions } from './policy-engine-options.ts';
import type { PolicyVerdict } from './policy-verdict.ts';

/** What the engine said about calls that are nothing but a tool and a path, as long as the fact about the path stands. */
export class VerdictCache {
  #engine: PolicyEngine | undefined;
  #byPath = new WeakMap<PathFact, Known[]>();

  evaluate(engine: PolicyEngine, facts: CallFacts, options: EvaluateOptions): PolicyVerdict {
    if (engine !== this.#engine) {
      this.#engine = engine;
      this.#byPath = new WeakMap();
    }
    const [path, second] = facts.paths;
    if (path === undefined || second !== undefined || !isToolAndPath(engine, facts)) {
      return engine.evaluate(facts, options);
    }
    const { roots } = options;
    let known = this.#byPath.get(path);
    if (known !== undefined) for (const each of known) if (isSame(each, facts, roots)) return each.verdict;
    const verdict = engine.evaluate(facts, options);
    if (known === undefined || known.length >= MOST_OF_A_PATH) {
      known = [];
      this.#byPath.set(path, known);
    }
    const { profile, mode, cwd, hostCwd, pathsComplete } = facts;
    known.push({ roots, profile, mode, cwd, hostCwd, pathsComplete, verdict });
    return verdict;
  }
}

interface Known extends Pick<CallFacts, 'profile' | 'mode' | 'cwd' | 'hostCwd' | 'pathsComplete'> {
  readonly roots: readonly string[];
  readonly profile: ToolProfile;
  readonly verdict: PolicyVerdict;
}

/** Nothing else of the call can make a difference to a rule. */
function isToolAndPath(engine: PolicyEngine, facts: CallFacts): boolean {
  return (
    facts.command === undefined &&
    facts.remote === undefined &&
    facts.unreadable === undefined &&
    facts.urls.length === 0 &&
    facts.environmentConcerns.length === 0 &&
    (facts.contents.length === 0 || !engine.dependsOnContents(facts.profile))
  );
}

function isSame(known: Known, facts: CallFacts, roots: readonly string[]): boolean {
  return (
    known.profile === facts.profile &&
    known.roots === roots &&
    known.mode === facts.mode &&
    known.cwd === facts.cwd &&
    known.hostCwd === facts.hostCwd &&
    known.pathsComplete === facts.pathsComplete
  );
}

/** Tools, modes and folders that one path is asked about with. */
const MOST_OF_A_PATH = 16;

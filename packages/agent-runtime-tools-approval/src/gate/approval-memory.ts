import { randomUUID } from 'node:crypto';
import type { CallKey } from '../calls/call-digest.ts';
import type { CallFacts } from '../calls/call-facts.ts';
import { knownTool } from '../calls/known-tools.ts';
import { KnownVerdicts } from '../policy/known-verdicts.ts';
import { PolicyEngine, type EvaluateOptions } from '../policy/policy-engine.ts';
import { MemoryApprovalStore } from '../stores/memory-approval-store.ts';
import type { ApprovalStore, RememberedApproval } from '../stores/approval-store.ts';
import { boundedStore } from '../stores/bounded-store.ts';
import type { RuleOffer } from './rule-offer.ts';

export interface ApprovalMemoryOptions {
  /** For `always`; without one, `always` lasts as long as the session. */
  readonly store?: ApprovalStore;
  /** How long `always` lasts. Default 90 days. */
  readonly expiresAfterMs?: number;
  readonly now?: () => number;
}

/** What people have consented to beyond one call: for this session, or for always. */
export class ApprovalMemory {
  readonly #session = new MemoryApprovalStore();
  readonly #store: ApprovalStore | undefined;
  readonly #expiresAfterMs: number;
  readonly #now: () => number;
  readonly #indexes = new WeakMap<readonly RememberedApproval[], MemoryIndex>();
  #sessionList: readonly RememberedApproval[] = [];

  constructor({ store, expiresAfterMs = 90 * 24 * 3_600_000, now = Date.now }: ApprovalMemoryOptions = {}) {
    if (typeof expiresAfterMs !== 'number' || !(expiresAfterMs > 0))
      throw new TypeError('expiresAfterMs must be a positive number.');
    this.#store = store && boundedStore(store);
    this.#expiresAfterMs = expiresAfterMs;
    this.#now = now;
  }

  /** The consent that covers a call. Rejects when the store cannot be read. */
  async recall(facts: CallFacts, call: CallKey, options: EvaluateOptions): Promise<Recalled | undefined> {
    const bySession = this.#find(this.#sessionList, facts, call, options);
    if (bySession !== undefined) return { approval: bySession, scope: 'session' };
    if (this.#store === undefined) return undefined;
    const approval = this.#find(await this.#store.list(), facts, call, options);
    return approval === undefined ? undefined : { approval, scope: 'always' };
  }

  /** Rejects when the store cannot be written. */
  async remember(
    facts: CallFacts,
    call: CallKey,
    offer: RuleOffer,
    scope: 'session' | 'always',
  ): Promise<RememberedApproval> {
    const createdAt = this.#now();
    const approval: RememberedApproval = {
      id: randomUUID(),
      tool: facts.profile.tool,
      covers: offer.covers,
      ...(offer.rule === undefined ? { key: call.key } : { rule: offer.rule }),
      cwd: facts.cwd,
      environment: call.environment,
      scripts: call.scripts,
      createdAt,
      ...(scope === 'always' &&
        Number.isFinite(this.#expiresAfterMs) && { expiresAt: createdAt + this.#expiresAfterMs }),
    };
    if (scope === 'always' && this.#store !== undefined) await this.#store.add(approval);
    else {
      await this.#session.add(approval);
      this.#sessionList = await this.#session.list();
    }
    return approval;
  }

  /** Everything that is remembered and has not expired. */
  async list(): Promise<readonly (RememberedApproval & { readonly scope: 'session' | 'always' })[]> {
    const now = this.#now();
    const lasting = (await this.#store?.list()) ?? [];
    return [
      ...this.#sessionList.map((approval) => ({ ...approval, scope: 'session' as const })),
      ...lasting.map((approval) => ({ ...approval, scope: 'always' as const })),
    ].filter((approval) => isValid(approval, now));
  }

  /** Takes a consent back; false when there is none of this id. */
  async revoke(id: string): Promise<boolean> {
    const wasInSession = await this.#session.revoke(id);
    if (wasInSession) this.#sessionList = await this.#session.list();
    return wasInSession || ((await this.#store?.revoke(id)) ?? false);
  }

  #find(
    list: readonly RememberedApproval[],
    facts: CallFacts,
    call: CallKey,
    options: EvaluateOptions,
  ): RememberedApproval | undefined {
    if (list.length === 0) return undefined;
    let index = this.#indexes.get(list);
    if (index === undefined) {
      index = new MemoryIndex(list);
      this.#indexes.set(list, index);
    }
    return index.find(facts, call, options, this.#now());
  }
}

export interface Recalled {
  readonly approval: RememberedApproval;
  readonly scope: 'session' | 'always';
}

/** One list of approvals, indexed: by call, and by the folder, environment and scripts that rules hold for. */
class MemoryIndex {
  readonly #byKey = new Map<string, RememberedApproval>();
  readonly #byPlace = new Map<string, RememberedApproval[]>();
  readonly #rules = new Map<string, PlaceRules>();

  constructor(list: readonly RememberedApproval[]) {
    for (const approval of list) {
      if (approval.key !== undefined) this.#byKey.set(approval.key, approval);
      else {
        const place = placeKey(approval);
        const known = this.#byPlace.get(place);
        if (known === undefined) this.#byPlace.set(place, [approval]);
        else known.push(approval);
      }
    }
  }

  find(facts: CallFacts, call: CallKey, options: EvaluateOptions, now: number): RememberedApproval | undefined {
    const same = this.#byKey.get(call.key);
    if (same !== undefined && isValid(same, now)) return same;
    if (leavesFolder(facts)) return undefined;
    const rules = this.#rulesAt(placesOf(facts, call), now);
    const verdict = rules?.verdicts.evaluate(rules.engine, facts, options);
    return verdict?.action === 'approve' ? rules?.byRule.get(verdict.rule ?? '') : undefined;
  }

  #rulesAt(places: readonly string[], now: number): PlaceRules | undefined {
    const key = places.length === 1 ? (places[0] ?? '') : places.join('\0');
    const known = this.#rules.get(key);
    if (known !== undefined && known.until > now && known.since <= now) return known;
    const valid = places.flatMap((place) => this.#byPlace.get(place) ?? []).filter((each) => isValid(each, now));
    if (valid.length === 0) return undefined;
    const byRule = new Map(valid.map((approval) => [approval.rule ?? '', approval]));
    const rules: PlaceRules = {
      engine: new PolicyEngine({ permissions: { allow: [...byRule.keys()] } }),
      verdicts: new KnownVerdicts(),
      byRule,
      since: now,
      until: valid.reduce((until, { expiresAt = Infinity }) => Math.min(until, expiresAt), Infinity),
    };
    if (this.#rules.size >= MOST_PLACES) this.#rules.clear();
    this.#rules.set(key, rules);
    return rules;
  }
}

/** The rules that hold at one place, until the first of them expires. */
interface PlaceRules {
  readonly engine: PolicyEngine;
  readonly verdicts: KnownVerdicts;
  readonly byRule: ReadonlyMap<string, RememberedApproval>;
  /** When this was worked out. */
  readonly since: number;
  readonly until: number;
}

/** A rule was given for one folder: `cd` does not carry it into another. */
function leavesFolder({ command, cwd }: CallFacts): boolean {
  return command !== undefined && command.parts.some(({ cwds }) => cwds?.some((folder) => folder !== cwd) ?? true);
}

/** Rules that name no script hold beside those that name exactly the scripts as they are now. */
function placesOf({ cwd, profile: { tool } }: CallFacts, { environment, scripts }: CallKey): string[] {
  const plain = placeKey({ tool, cwd, environment, scripts: '' });
  return scripts === '' ? [plain] : [plain, placeKey({ tool, cwd, environment, scripts })];
}

type Place = Pick<RememberedApproval, 'tool' | 'cwd' | 'environment' | 'scripts'>;

/** What was allowed of a tool that nobody knows by name is not allowed of another: it may do it elsewhere. */
function placeKey({ tool, cwd, environment, scripts }: Place): string {
  return JSON.stringify([knownTool(tool) === undefined ? tool : '', cwd, environment, scripts]);
}

/** A clock that was set back makes nothing valid again: what it says was not given yet does not count. */
function isValid({ createdAt, expiresAt }: RememberedApproval, now: number): boolean {
  return createdAt <= now + CLOCK_SLACK_MS && (expiresAt === undefined || expiresAt > now);
}

/** Clocks of processes differ, and are corrected. */
export const CLOCK_SLACK_MS = 5 * 60_000;

const MOST_PLACES = 100;

import { randomUUID } from 'node:crypto';
import { ownerKey, type Owner } from '@ku0/agent-runtime-tools-core';
import type { CallKey } from '../calls/digest/call-digest.ts';
import type { CallFacts } from '../calls/call-facts.ts';
import { knownTool } from '../calls/known-tools.ts';
import { VerdictCache } from '../policy/verdict-cache.ts';
import { PolicyEngine, type EvaluateOptions } from '../policy/policy-engine.ts';
import { MemoryApprovalStore } from '../stores/memory-approval-store.ts';
import type { ApprovalStore, RememberedApproval } from '../stores/approval-store.ts';
import { storeWithTimeout } from '../stores/store-with-timeout.ts';
import type { PrincipalFilter } from './approval-gate.ts';
import { isDestructive, type RuleOffer } from './rule-offer.ts';
import { SessionApprovals } from './session-approvals.ts';

export interface ApprovalMemoryOptions {
  /** For `always`; without one, `always` lasts as long as the process. */
  readonly store?: ApprovalStore;
  /** How long `always` lasts. Default 90 days. */
  readonly expiresAfterMs?: number;
  readonly now?: () => number;
}

/** Whose call it is: what its principal allowed counts, for a session in its task or one that started it. */
export interface CallOwner extends Owner {
  readonly parentTasks: readonly string[];
}

/** How a call was judged, as far as a consent to it depends on that. */
export interface RecallOptions extends EvaluateOptions {
  readonly owner: CallOwner;
  /** No rule denies or asks, and the call stays within the workspace. */
  readonly isUnrestricted: boolean;
}

/** What people have consented to beyond one call: for this session, or for always. */
export class ApprovalMemory {
  readonly #sessions = new SessionApprovals();
  readonly #store: ApprovalStore;
  readonly #expiresAfterMs: number;
  readonly #now: () => number;
  readonly #indexes = new WeakMap<readonly RememberedApproval[], MemoryIndex>();

  constructor({ store, expiresAfterMs = 90 * 24 * 3_600_000, now = Date.now }: ApprovalMemoryOptions = {}) {
    if (typeof expiresAfterMs !== 'number' || !(expiresAfterMs > 0))
      throw new TypeError('expiresAfterMs must be a positive number.');
    this.#store = storeWithTimeout(store ?? new MemoryApprovalStore());
    this.#expiresAfterMs = expiresAfterMs;
    this.#now = now;
  }

  /** The consent that covers a call. Rejects when the store cannot be read. */
  async recall(facts: CallFacts, call: CallKey, options: RecallOptions): Promise<Recalled | undefined> {
    for (const list of this.#sessions.covering(options.owner)) {
      const approval = this.#find(list, facts, call, options);
      if (approval !== undefined) return { approval, scope: 'session' };
    }
    const approval = this.#find(await this.#store.list(), facts, call, options);
    return approval === undefined ? undefined : { approval, scope: 'always' };
  }

  /** Rejects when the store cannot be written. */
  async remember(
    facts: CallFacts,
    call: CallKey,
    { offer, scope, owner }: { offer: RuleOffer; scope: 'session' | 'always'; owner: Owner },
  ): Promise<RememberedApproval> {
    const createdAt = this.#now();
    const isLasting = scope === 'always';
    const approval: RememberedApproval = {
      id: randomUUID(),
      principalId: owner.principalId,
      ...(!isLasting && { taskId: owner.taskId }),
      tool: facts.profile.tool,
      covers: offer.covers,
      ...coverage(offer, call),
      cwd: facts.cwd,
      environment: call.environment,
      scripts: call.scripts,
      createdAt,
      ...(isLasting && Number.isFinite(this.#expiresAfterMs) && { expiresAt: createdAt + this.#expiresAfterMs }),
    };
    if (isLasting) await this.#store.add(approval);
    else this.#sessions.add(owner, approval);
    return approval;
  }

  /** Everything that is remembered and has not expired: everybody's, or one principal's. */
  async list({ principalId }: PrincipalFilter = {}): Promise<readonly ListedApproval[]> {
    const now = this.#now();
    return [
      ...this.#sessions.all().map((approval) => ({ ...approval, scope: 'session' as const })),
      ...(await this.#store.list()).map((approval) => ({ ...approval, scope: 'always' as const })),
    ].filter(
      (approval) => isValid(approval, now) && (principalId === undefined || approval.principalId === principalId),
    );
  }

  /** Takes a consent back; false when there is none of this id, or with a `principalId`, none of theirs. */
  async revoke(id: string, { principalId }: PrincipalFilter = {}): Promise<boolean> {
    if (principalId !== undefined) {
      const own = await this.list({ principalId });
      if (!own.some((approval) => approval.id === id)) return false;
    }
    return this.#sessions.revoke(id) || this.#store.revoke(id);
  }

  /** Forgets what was allowed for the session of a task: of one principal, or of all that have one of this name. */
  endTask(task: { readonly taskId: string; readonly principalId?: string }): void {
    this.#sessions.end(task);
  }

  /** Removes what has expired from the store, pending requests included, and returns how much that was. */
  async purge(): Promise<number> {
    return this.#store.purge(this.#now());
  }

  #find(
    list: readonly RememberedApproval[],
    facts: CallFacts,
    call: CallKey,
    options: RecallOptions,
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

export type ListedApproval = RememberedApproval & { readonly scope: 'session' | 'always' };

export interface Recalled {
  readonly approval: RememberedApproval;
  readonly scope: 'session' | 'always';
}

/** The rule that was offered, the whole tool, or this very call. */
function coverage(
  { rule, forTool }: RuleOffer,
  { key }: CallKey,
): Pick<RememberedApproval, 'rule' | 'key' | 'forTool'> {
  if (forTool === true) return { forTool };
  return rule === undefined ? { key } : { rule };
}

/** One list of approvals, indexed by principal: by call, by tool, and by the place that rules hold for. */
class MemoryIndex {
  readonly #byTool = new Map<string, RememberedApproval>();
  readonly #byKey = new Map<string, RememberedApproval>();
  readonly #byPlace = new Map<string, RememberedApproval[]>();
  readonly #rules = new Map<string, PlaceRules>();

  constructor(list: readonly RememberedApproval[]) {
    for (const approval of list) {
      const { principalId, key, tool, forTool } = approval;
      if (key !== undefined) this.#byKey.set(ownKey(principalId, key), approval);
      else if (forTool === true) this.#byTool.set(ownKey(principalId, tool), approval);
      else {
        const place = placeKey(approval);
        const known = this.#byPlace.get(place);
        if (known === undefined) this.#byPlace.set(place, [approval]);
        else known.push(approval);
      }
    }
  }

  find(facts: CallFacts, call: CallKey, options: RecallOptions, now: number): RememberedApproval | undefined {
    const { principalId } = options.owner;
    const same = this.#byKey.get(ownKey(principalId, call.key));
    if (same !== undefined && isValid(same, now)) return same;
    const ofTool = this.#byTool.get(ownKey(principalId, facts.profile.tool));
    // What no rule is offered for is not covered by consent to the tool either.
    if (ofTool !== undefined && isValid(ofTool, now) && options.isUnrestricted && !isDestructive(facts)) return ofTool;
    if (this.#byPlace.size === 0 || leavesFolder(facts)) return undefined;
    const rules = this.#rulesAt(placesOf(principalId, facts, call), now);
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
      verdicts: new VerdictCache(),
      byRule,
      since: now,
      until: valid.reduce((until, { expiresAt = Infinity }) => Math.min(until, expiresAt), Infinity),
    };
    if (this.#rules.size >= MAX_PLACES) this.#rules.clear();
    this.#rules.set(key, rules);
    return rules;
  }
}

/** The rules that hold at one place, until the first of them expires. */
interface PlaceRules {
  readonly engine: PolicyEngine;
  readonly verdicts: VerdictCache;
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
function placesOf(
  principalId: string,
  { cwd, profile: { tool } }: CallFacts,
  { environment, scripts }: CallKey,
): string[] {
  const plain = placeKey({ principalId, tool, cwd, environment, scripts: '' });
  return scripts === '' ? [plain] : [plain, placeKey({ principalId, tool, cwd, environment, scripts })];
}

type Place = Pick<RememberedApproval, 'principalId' | 'tool' | 'cwd' | 'environment' | 'scripts'>;

function ownKey(principalId: string, text: string): string {
  return ownerKey({ principalId, taskId: text });
}

/** What was allowed of a tool that nobody knows by name is not allowed of another: it may do it elsewhere. */
function placeKey({ principalId, tool, cwd, environment, scripts }: Place): string {
  return JSON.stringify([principalId, knownTool(tool) === undefined ? tool : '', cwd, environment, scripts]);
}

/** A clock that was set back makes nothing valid again: what it says was not given yet does not count. */
function isValid({ createdAt, expiresAt }: RememberedApproval, now: number): boolean {
  return createdAt <= now + CLOCK_SLACK_MS && (expiresAt === undefined || expiresAt > now);
}

/** Clocks of processes differ, and are corrected. */
export const CLOCK_SLACK_MS = 5 * 60_000;

const MAX_PLACES = 100;

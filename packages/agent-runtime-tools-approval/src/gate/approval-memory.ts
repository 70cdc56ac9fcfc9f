import { randomUUID } from 'node:crypto';
import { ownerKey, type Owner } from '@ku0/agent-runtime-tools-core';
import type { CallKey } from '../calls/digest/call-digest.ts';
import type { CallFacts } from '../calls/call-facts.ts';
import { knownTool } from '../calls/known-tools.ts';
import { VerdictCache } from '../policy/verdict-cache.ts';
import { PolicyEngine } from '../policy/policy-engine.ts';
import type { EvaluateOptions } from '../policy/policy-engine-options.ts';
import { MemoryApprovalStore } from '../stores/memory-approval-store.ts';
import type { ApprovalStore, RememberedApproval } from '../stores/approval-store.ts';
import { storeWithTimeout } from '../stores/store-with-timeout.ts';
import type { PrincipalFilter } from './approval-gate.ts';
import { isDestructive, type RuleOffer } from './rule-offer.ts';
import { SessionApprovals } from './session-approvals.ts';

export interface ApprovalMemoryOptions {
  /** Stores `always` approvals; without it they last as long as the process. */
  readonly store?: ApprovalStore;
  /** How long an `always` approval lasts. Default 90 days. */
  readonly expiresAfterMs?: number;
  readonly now?: () => number;
}

/** The owner of a call. Approvals of its principal count; session approvals only in its task and the tasks above. */
export interface CallOwner extends Owner {
  readonly parentTasks: readonly string[];
}

/** The parts of a judgement that decide whether a remembered approval covers the call. */
export interface RecallOptions extends EvaluateOptions {
  readonly owner: CallOwner;
  /** No rule denies or asks, and the call stays inside the workspace. */
  readonly isUnrestricted: boolean;
}

/** Remembers approvals that cover more than one call: for a session, or for always. */
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

  /** Finds the approval that covers a call. Rejects if the store cannot be read. */
  async recall(facts: CallFacts, call: CallKey, options: RecallOptions): Promise<Recalled | undefined> {
    for (const list of this.#sessions.covering(options.owner)) {
      const approval = this.#find(list, facts, call, options);
      if (approval !== undefined) return { approval, scope: 'session' };
    }
    const approval = this.#find(await this.#store.list(), facts, call, options);
    return approval === undefined ? undefined : { approval, scope: 'always' };
  }

  /** Rejects if the store cannot be written. */
  async remember(
    facts: CallFacts,
    call: CallKey,
    { offer, scope, owner }: { offer: RuleOffer; scope: 'session' | 'always'; owner: Owner },
  ): Promise<RememberedApproval> {
    const createdAt = this.#now();
    const isAlways = scope === 'always';
    const approval: RememberedApproval = {
      id: randomUUID(),
      principalId: owner.principalId,
      ...(!isAlways && { taskId: owner.taskId }),
      tool: facts.profile.tool,
      covers: offer.covers,
      ...coverage(offer, call),
      cwd: facts.cwd,
      environment: call.environment,
      scripts: call.scripts,
      createdAt,
      ...(isAlways && Number.isFinite(this.#expiresAfterMs) && { expiresAt: createdAt + this.#expiresAfterMs }),
    };
    if (isAlways) await this.#store.add(approval);
    else this.#sessions.add(owner, approval);
    return approval;
  }

  /** All approvals that have not expired, of all principals or of one. */
  async list({ principalId }: PrincipalFilter = {}): Promise<readonly ListedApproval[]> {
    const now = this.#now();
    return [
      ...this.#sessions.all().map((approval) => ({ ...approval, scope: 'session' as const })),
      ...(await this.#store.list()).map((approval) => ({ ...approval, scope: 'always' as const })),
    ].filter(
      (approval) => isValid(approval, now) && (principalId === undefined || approval.principalId === principalId),
    );
  }

  /** Revokes an approval. False if there is none of this id or, with a `principalId`, if it is another principal's. */
  async revoke(id: string, { principalId }: PrincipalFilter = {}): Promise<boolean> {
    if (principalId !== undefined) {
      const own = await this.list({ principalId });
      if (!own.some((approval) => approval.id === id)) return false;
    }
    return this.#sessions.revoke(id) || this.#store.revoke(id);
  }

  /** Drops the session approvals of a task, of one principal or of all that have a task with this id. */
  endTask(task: { readonly taskId: string; readonly principalId?: string }): void {
    this.#sessions.end(task);
  }

  /** Removes expired approvals and requests from the store and returns their number. */
  async purge(): Promise<number> {
    return this.#store.purge(this.#now());
  }

  #find(
    list: readonly RememberedApproval[],
    facts: CallFacts,
    call: CallKey,
    options: RecallOptions,
  ): RememberedApproval | undefined {
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

/** What an approval covers: the offered rule, the whole tool, or exactly this call. */
function coverage(
  { rule, forTool }: RuleOffer,
  { key }: CallKey,
): Pick<RememberedApproval, 'rule' | 'key' | 'forTool'> {
  if (forTool === true) return { forTool };
  return rule === undefined ? { key } : { rule };
}

/** A list of approvals, indexed by principal and call, by principal and tool, and by the place that rules are valid in. */
class MemoryIndex {
  readonly #byTool = new Map<string, RememberedApproval>();
  readonly #byKey = new Map<string, RememberedApproval>();
  readonly #byPlace = new Map<string, RememberedApproval[]>();
  readonly #rules = new Map<string, PlaceRules>();

  constructor(list: readonly RememberedApproval[]) {
    for (const approval of list) {
      const { principalId, key, tool, forTool } = approval;
      if (key !== undefined) this.#byKey.set(principalKey(principalId, key), approval);
      else if (forTool === true) this.#byTool.set(principalKey(principalId, tool), approval);
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
    const same = this.#byKey.get(principalKey(principalId, call.key));
    if (same !== undefined && isValid(same, now)) return same;
    const forWholeTool = this.#byTool.get(principalKey(principalId, facts.profile.tool));
    // Approval of a tool does not cover calls that no rule would be offered for.
    if (forWholeTool !== undefined && isValid(forWholeTool, now) && options.isUnrestricted && !isDestructive(facts))
      return forWholeTool;
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

/** The compiled rules of one place, valid until the first of them expires. */
interface PlaceRules {
  readonly engine: PolicyEngine;
  readonly verdicts: VerdictCache;
  readonly byRule: ReadonlyMap<string, RememberedApproval>;
  /** When the rules were compiled. */
  readonly since: number;
  readonly until: number;
}

/** Whether a command changes folder: a rule is valid in one folder, and `cd` must not extend it to another. */
function leavesFolder({ command, cwd }: CallFacts): boolean {
  return command !== undefined && command.parts.some(({ cwds }) => cwds?.some((folder) => folder !== cwd) ?? true);
}

/** Rules without scripts apply, and rules for exactly the current scripts. */
function placesOf(
  principalId: string,
  { cwd, profile: { tool } }: CallFacts,
  { environment, scripts }: CallKey,
): string[] {
  const plain = placeKey({ principalId, tool, cwd, environment, scripts: '' });
  return scripts === '' ? [plain] : [plain, placeKey({ principalId, tool, cwd, environment, scripts })];
}

type Place = Pick<RememberedApproval, 'principalId' | 'tool' | 'cwd' | 'environment' | 'scripts'>;

function principalKey(principalId: string, text: string): string {
  return ownerKey({ principalId, taskId: text });
}

/** Approvals of an unknown tool do not extend to other tools, which may use the same arguments differently. */
function placeKey({ principalId, tool, cwd, environment, scripts }: Place): string {
  return JSON.stringify([principalId, knownTool(tool) === undefined ? tool : '', cwd, environment, scripts]);
}

/** An approval from the future is not valid: setting the clock back must not revive expired approvals. */
function isValid({ createdAt, expiresAt }: RememberedApproval, now: number): boolean {
  return createdAt <= now + CLOCK_SLACK_MS && (expiresAt === undefined || expiresAt > now);
}

/** How far the clocks of processes may differ. */
export const CLOCK_SLACK_MS = 5 * 60_000;

const MAX_PLACES = 100;

import { randomUUID } from 'node:crypto';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { approvalErrors } from '../../errors.ts';
import { principalIdOf } from '../../gate/waiting-requests.ts';
import type {
  ApprovalStore,
  HeldRequests,
  PendingApproval,
  PendingTaker,
  RememberedApproval,
  SettledRequest,
} from '../approval-store.ts';
import { parseApproval, parsePending } from '../parse-stored-record.ts';
import { requestExcerpt } from '../request-excerpt.ts';
import { STORE_LIMITS, storeIsFull } from '../store-limits.ts';
import { storedBody, StoredRows } from '../stored-rows.ts';
import { RedisConnection } from './redis-connection.ts';
import { pendingFacts, parseSettlement, settlementText } from './redis-facts.ts';
import { ADD, CHANGE, HELD, LIST, PENDING, PURGE, PUT, READ, RENEW, REVOKE, SETTLED, TAKE } from './redis-scripts.ts';

export interface RedisApprovalStoreOptions {
  /** `redis://` or `rediss://`, with the password if there is one. */
  readonly url: string;
  /** The beginning of all keys. Processes that use the same one share their approvals. Default `agent-approvals`. */
  readonly prefix?: string;
  /** The most time of connecting and of each command. Default 5,000. */
  readonly timeoutMs?: number;
  /** Called for an entry that cannot be read. */
  readonly onProblem?: (problem: string) => void;
}

/**
 * Stores everything in Redis, for processes on any number of machines. Answers are announced with PUBLISH. Needs the package
 * `ioredis`, which is loaded on first use. What Redis loses, when it is started again without its data, is asked about again.
 */
export class RedisApprovalStore implements ApprovalStore {
  readonly isRemote = true;
  readonly #connection: RedisConnection;
  readonly #prefix: string;
  readonly #keys: readonly string[];
  readonly #rows: StoredRows;
  #cached: { readonly version: string; readonly list: readonly RememberedApproval[] } | undefined;

  constructor({ url, prefix = 'agent-approvals', timeoutMs = 5000, onProblem }: RedisApprovalStoreOptions) {
    this.#connection = new RedisConnection(url, timeoutMs);
    this.#prefix = prefix;
    this.#keys = keysOf(prefix);
    this.#rows = new StoredRows(`Redis ${prefix}`, onProblem);
  }

  async list(): Promise<readonly RememberedApproval[]> {
    const [version = '', ...entries] = await this.#texts(LIST, [this.#cached?.version ?? '']);
    if (this.#cached?.version === version) return this.#cached.list;
    const list = chunks(entries, 4)
      .toSorted((a, b) => Number(a[2]) - Number(b[2]) || Number(a[3]) - Number(b[3]))
      .flatMap(([id, body]) => this.#rows.read({ id, body }, parseApproval));
    this.#cached = { version, list };
    return list;
  }

  async add(approval: RememberedApproval): Promise<void> {
    const { id, principalId, createdAt, expiresAt = '' } = approval;
    const limits = [STORE_LIMITS.approvalsPerPrincipal, STORE_LIMITS.approvals, Date.now(), randomUUID()];
    const args = [id, storedBody(approval), principalId, createdAt, expiresAt, ...limits];
    if ((await this.#number(ADD, args)) === 0) throw storeIsFull();
  }

  async revoke(id: string): Promise<boolean> {
    return (await this.#number(REVOKE, [id, randomUUID()])) > 0;
  }

  async pending(): Promise<readonly PendingApproval[]> {
    return chunks(await this.#texts(PENDING, []), 3).flatMap((entry) => this.#read(entry));
  }

  async putPending(added: PendingApproval): Promise<void> {
    const pending = { ...added, request: requestExcerpt(added.request) };
    const body = storedBody(pending);
    const bytes = Buffer.byteLength(body);
    const { pending: most, pendingBytes, pendingPerPrincipal, pendingBytesPerPrincipal } = STORE_LIMITS;
    const limits = [Date.now(), most, pendingBytes, pendingPerPrincipal, pendingBytesPerPrincipal];
    const facts = pendingFacts(pending, bytes);
    const args = [pending.request.id, body, facts, principalIdOf(pending.request), bytes, ...limits];
    if ((await this.#number(PUT, args)) === 0) throw storeIsFull();
  }

  async takePending(id: string, taker?: PendingTaker): Promise<PendingApproval | undefined> {
    const own = taker?.answer === undefined ? '' : settlementText(taker.answer);
    const { settledMs, settled } = STORE_LIMITS;
    const [body, until] = await this.#texts(TAKE, [id, taker?.holderId ?? '', own, Date.now(), settledMs, settled]);
    return body === undefined ? undefined : this.#read([id, body, until])[0];
  }

  /** Reads, changes and writes; begins anew if the request was changed meanwhile. */
  async changePending(id: string, change: (pending: PendingApproval) => PendingApproval | undefined): Promise<boolean> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const [body, until, revision] = await this.#texts(READ, [id]);
      const [found] = body === undefined ? [] : this.#read([id, body, until]);
      const changed = found && change(found);
      if (changed === undefined || revision === undefined) return false;
      const after = storedBody(changed);
      const facts = pendingFacts(changed, Buffer.byteLength(after));
      if ((await this.#number(CHANGE, [id, revision, after, facts, this.#channelOf('')])) === 1) return true;
    }
    const message = 'The request is changed by too many at once.';
    throw new ToolFailure(approvalErrors.STORE_UNAVAILABLE({ message }));
  }

  async renewPending(holderId: string, until: number): Promise<void> {
    await this.#number(RENEW, [holderId, until]);
  }

  async purge(now: number): Promise<number> {
    return this.#number(PURGE, [now, STORE_LIMITS.settledMs, STORE_LIMITS.settled, randomUUID()]);
  }

  async held(holderId: string): Promise<HeldRequests> {
    const entries = chunks(await this.#texts(HELD, [holderId]), 3);
    return {
      ids: entries.map(([id = '']) => id),
      answered: entries.filter(([, body]) => body !== '').flatMap((entry) => this.#read(entry)),
    };
  }

  async watch(holderId: string, listener: () => void): Promise<() => Promise<void>> {
    return this.#connection.subscribe(this.#channelOf(holderId), { onMessage: listener, onConnected: listener });
  }

  async settled(id: string): Promise<SettledRequest | undefined> {
    const [text = ''] = await this.#texts(SETTLED, [id]);
    return text === '' ? undefined : this.#rows.read({ id, body: text }, (value) => parseSettlement(id, value))[0];
  }

  problems(): readonly string[] {
    return this.#rows.problems;
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  #channelOf(holderId: string): string {
    return `{${this.#prefix}}:answered:${holderId}`;
  }

  /** The lease is renewed beside the body. */
  #read([id, body, until]: readonly (string | undefined)[]): PendingApproval[] {
    return this.#rows.read({ id, body }, (value) => {
      const pending = parsePending(value);
      const { holder } = pending;
      return holder === undefined || !until ? pending : { ...pending, holder: { ...holder, until: Number(until) } };
    });
  }

  async #texts(script: string, args: readonly (string | number)[]): Promise<string[]> {
    const answer = await this.#connection.run(script, this.#keys, args.map(String));
    return (Array.isArray(answer) ? answer : [answer]).map(String);
  }

  /** Throws for an answer that is not understood, so that it is never taken for success. */
  async #number(script: string, args: readonly (string | number)[]): Promise<number> {
    const answer = await this.#connection.run(script, this.#keys, args.map(String));
    if (typeof answer !== 'number') throw new Error('Redis gave an answer that is not understood.');
    return answer;
  }
}

/** The braces keep all keys on one node of a Redis cluster, which a script needs. */
function keysOf(prefix: string): readonly string[] {
  const names = [
    'remembered',
    'remembered-facts',
    'version',
    'pending',
    'pending-facts',
    'settled',
    'settled-times',
  ] as const;
  return names.map((name) => `{${prefix}}:${name}`);
}

function chunks<T>(list: readonly T[], size: number): (readonly T[])[] {
  return Array.from({ length: list.length / size }, (_, index) => list.slice(index * size, (index + 1) * size));
}

const MAX_ATTEMPTS = 50;

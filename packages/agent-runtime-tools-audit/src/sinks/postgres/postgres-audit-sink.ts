import type { AuditEntry } from '../../record/audit-entry.ts';
import type { AuditKey } from '../../record/audit-key.ts';
import { Chain, createChainHash, headOf, type ChainHash, type ChainHead } from '../../record/chain.ts';
import { isoTime } from '../../trail/iso-time.ts';
import type { AuditSink, Durability } from '../audit-sink.ts';
import { createTables } from './create-tables.ts';
import {
  openPool,
  tablesOf,
  withClient,
  type AuditTables,
  type PostgresClient,
  type PostgresPlace,
  type PostgresPool,
} from './postgres-pool.ts';

export interface PostgresAuditSinkOptions extends PostgresPlace {
  /** Makes the chain an HMAC: nobody without the key can change the trail without being noticed. */
  readonly key?: AuditKey;
  /** Default `synced`. With `written`, the server may lose the last records if it crashes. */
  readonly durability?: Exclude<Durability, 'buffered'>;
}

/** Keeps the trail as one chain in a PostgreSQL database, for any number of processes and machines. */
export class PostgresAuditSink implements AuditSink {
  readonly #place: PostgresPlace;
  readonly #tables: AuditTables;
  readonly #hash: ChainHash;
  readonly #isKeyed: boolean;
  readonly #isSynced: boolean;
  #opening: Promise<{ readonly pool: PostgresPool; readonly isOwn: boolean }> | undefined;
  #head: ChainHead | undefined;
  /** A batch of which it is not known whether it was committed, because the connection broke at that moment. */
  #uncertain: { readonly entries: ReadonlySet<AuditEntry>; readonly head: ChainHead } | undefined;

  constructor({ key, durability = 'synced', ...place }: PostgresAuditSinkOptions) {
    this.#place = place;
    this.#tables = tablesOf(place);
    this.#hash = createChainHash(key);
    this.#isKeyed = key !== undefined;
    this.#isSynced = durability === 'synced';
  }

  /** The last record that this process has written, as `verifyAuditPostgres` takes it in `expect`. */
  get head(): string | undefined {
    return this.#head && `${this.#head.seq}:${this.#head.hash}`;
  }

  async append(entries: readonly AuditEntry[]): Promise<void> {
    const { pool } = await this.#open();
    await withClient(pool, (client) => this.#appendWith(client, entries));
  }

  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    const opened = await opening;
    if (opened?.isOwn === true) await opened.pool.end();
  }

  async #appendWith(client: PostgresClient, entries: readonly AuditEntry[]): Promise<void> {
    const { records, head: headTable } = this.#tables;
    await client.query('BEGIN');
    if (!this.#isSynced) await client.query('SET LOCAL synchronous_commit = off');
    // The lock of this row makes writers take turns.
    const { rows } = await client.query(`SELECT seq, hash FROM ${headTable} FOR UPDATE`);
    const chain = new Chain(this.#hash, readHead(rows[0]));
    const isFirst = chain.head.seq === 0;
    const missing = await this.#withoutCommitted(client, entries);
    const all = isFirst ? [this.#openEntry(), ...missing] : missing;
    const lines = chain.sealRows(all);
    await client.query(`INSERT INTO ${records} SELECT * FROM unnest($1::bigint[], $2::text[])`, [
      lines.map(({ seq }) => seq),
      lines.map(({ line }) => line),
    ]);
    await client.query(`UPDATE ${headTable} SET seq = $1, hash = $2`, [chain.head.seq, chain.head.hash]);
    this.#uncertain = { entries: new Set(entries), head: chain.head };
    await client.query('COMMIT');
    this.#uncertain = undefined;
    this.#head = chain.head;
  }

  /** The entries without those of a batch whose commit was not confirmed, if it has been made after all. */
  async #withoutCommitted(client: PostgresClient, entries: readonly AuditEntry[]): Promise<readonly AuditEntry[]> {
    const uncertain = this.#uncertain;
    if (uncertain === undefined) return entries;
    const { rows } = await client.query(`SELECT line FROM ${this.#tables.records} WHERE seq = $1`, [
      uncertain.head.seq,
    ]);
    const line = rows[0]?.['line'];
    const isCommitted = typeof line === 'string' && headOf(line)?.hash === uncertain.head.hash;
    return isCommitted ? entries.filter((entry) => !uncertain.entries.has(entry)) : entries;
  }

  #openEntry(): AuditEntry {
    return { kind: 'open', time: isoTime(Date.now()), keyed: this.#isKeyed };
  }

  #open(): Promise<{ readonly pool: PostgresPool; readonly isOwn: boolean }> {
    this.#opening ??= this.#openNow().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #openNow(): Promise<{ readonly pool: PostgresPool; readonly isOwn: boolean }> {
    const opened = await openPool(this.#place);
    try {
      await withClient(opened.pool, (client) => createTables(client, this.#tables));
      return opened;
    } catch (error) {
      if (opened.isOwn) await opened.pool.end();
      throw error;
    }
  }
}

function readHead(row: Readonly<Record<string, unknown>> | undefined): ChainHead {
  const { seq, hash } = { seq: undefined, hash: undefined, ...row };
  // bigint comes as text.
  if (typeof hash !== 'string' || !Number.isSafeInteger(Number(seq)))
    throw new Error('the head of the audit trail is gone');
  return { seq: Number(seq), hash };
}

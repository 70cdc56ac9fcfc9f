import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { AuditEntry } from '../../record/audit-entry.ts';
import type { AuditKey } from '../../record/audit-key.ts';
import { Chain, createChainHash, EMPTY_CHAIN, headOf, type ChainHash, type ChainHead } from '../../record/chain.ts';
import { isoTime } from '../../trail/iso-time.ts';
import type { AuditSink, Durability } from '../audit-sink.ts';
import { isBusy, openAuditDatabase } from './audit-database.ts';

export interface SqliteAuditSinkOptions {
  /** The database. Keep it outside of every workspace. */
  readonly file: string;
  /** Makes the chain an HMAC: nobody without the key can change the trail without being noticed. */
  readonly key?: AuditKey;
  /** Default `written`. */
  readonly durability?: Exclude<Durability, 'buffered'>;
  /** When the database has this size, nothing more is written, and calls are denied. Default 4 GiB. */
  readonly maxBytes?: number;
}

/** Keeps the trail as one chain in a SQLite database, which several processes may share. */
export class SqliteAuditSink implements AuditSink {
  readonly file: string;
  readonly #hash: ChainHash;
  readonly #isKeyed: boolean;
  readonly #isSynced: boolean;
  readonly #maxBytes: number;
  #opening: Promise<DatabaseSync> | undefined;
  #head: ChainHead | undefined;

  constructor({ file, key, durability = 'written', maxBytes = 4 * 1024 ** 3 }: SqliteAuditSinkOptions) {
    this.file = resolve(file);
    this.#hash = createChainHash(key);
    this.#isKeyed = key !== undefined;
    this.#isSynced = durability === 'synced';
    this.#maxBytes = maxBytes;
  }

  /** The last record that this process has written, as `verifyAuditDatabase` takes it in `expect`. */
  get head(): string | undefined {
    return this.#head && `${this.#head.seq}:${this.#head.hash}`;
  }

  /** Retries while another process has locked the database. SQLite's own busy timeout would block the thread. */
  async append(entries: readonly AuditEntry[]): Promise<void> {
    const giveUpAt = performance.now() + MAX_WAIT_MS;
    for (let waitMs = 1; ; waitMs = Math.min(waitMs * 2, 50)) {
      try {
        return this.#appendNow(await this.#database(), entries);
      } catch (error) {
        if (!isBusy(error) || performance.now() >= giveUpAt) throw error;
      }
      await setTimeout(waitMs);
    }
  }

  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    if (opening !== undefined) (await opening).close();
  }

  #appendNow(database: DatabaseSync, entries: readonly AuditEntry[]): void {
    database.exec('BEGIN IMMEDIATE');
    try {
      this.#checkSize(database);
      const last = database.prepare('SELECT line FROM audit ORDER BY seq DESC LIMIT 1').get();
      const chain = new Chain(this.#hash, last === undefined ? EMPTY_CHAIN : headOfLine(last['line']));
      const insert = database.prepare('INSERT INTO audit (seq, line) VALUES (?, ?)');
      const open: AuditEntry = { kind: 'open', time: isoTime(Date.now()), keyed: this.#isKeyed };
      for (const { seq, line } of chain.sealRows(last === undefined ? [open, ...entries] : entries))
        insert.run(seq, line);
      database.exec('COMMIT');
      this.#head = chain.head;
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  }

  #checkSize(database: DatabaseSync): void {
    const row = database
      .prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
      .get();
    if (Number(row?.['bytes']) >= this.#maxBytes) throw new Error(`the audit database ${this.file} is full`);
  }

  #database(): Promise<DatabaseSync> {
    this.#opening ??= openAuditDatabase(this.file, { isSynced: this.#isSynced }).catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }
}

/** A chain that ends in something else is not continued: that would hide it. */
function headOfLine(line: unknown): ChainHead {
  const head = typeof line === 'string' ? headOf(line) : undefined;
  if (head === undefined) throw new Error('the last record of the audit trail is damaged');
  return head;
}

const MAX_WAIT_MS = 4000;

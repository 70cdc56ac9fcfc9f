import { createHmac, hash } from 'node:crypto';
import type { AuditEntry } from './audit-entry.ts';
import { deriveKey, type AuditKey } from './audit-key.ts';
import { entryText } from './entry-text.ts';

/**
 * A record is one line of JSON. Records that are written together share a hash, which the last of them has:
 *
 *     {"seq":7,"prev":"<the hash before>",...an entry...}
 *     {"seq":8,...an entry...}
 *     {"seq":9,...an entry...,"hash":"<hash>"}
 *
 * The hash covers every byte from the beginning of the first of these lines to the last `,"hash"`. So any change is found,
 * through `seq` any record that is missing or moved, and through `prev` any group. Most groups have one record.
 */
export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

/** The head of a chain that has no records. */
export const EMPTY_CHAIN: ChainHead = Object.freeze({ seq: 0, hash: '0'.repeat(64) });

/** Hashes text: with SHA-256, or with a key as HMAC, so that nobody without the key can make a record. */
export type ChainHash = (text: string) => string;

export function createChainHash(key?: AuditKey): ChainHash {
  if (key === undefined) return (text) => hash('sha256', text);
  const chainKey = deriveKey(key, 'chain');
  return (text) => createHmac('sha256', chainKey).update(text).digest('hex');
}

/** Appends entries to a chain. */
export class Chain {
  readonly #hash: ChainHash;
  #head: ChainHead;

  constructor(chainHash: ChainHash, head: ChainHead = EMPTY_CHAIN) {
    this.#hash = chainHash;
    this.#head = head;
  }

  get head(): ChainHead {
    return this.#head;
  }

  /** Makes entries the next records, and returns their lines, each with a line feed, as one text per group. */
  seal(entries: readonly AuditEntry[]): string[] {
    const groups: string[] = [];
    let covered = '';
    let inGroup = 0;
    let { seq } = this.#head;
    for (const entry of entries) {
      if (inGroup === MAX_GROUP_RECORDS || covered.length > MAX_GROUP_CHARS) {
        groups.push(this.#withHash(covered, seq));
        inGroup = 0;
      }
      const start = `{"seq":${++seq},`;
      covered = inGroup === 0 ? `${start}"prev":"${this.#head.hash}",` : `${covered}}\n${start}`;
      covered += entryText(entry);
      inGroup++;
    }
    if (inGroup > 0) groups.push(this.#withHash(covered, seq));
    return groups;
  }

  /** The same for a table: each line with its number. */
  sealRows(entries: readonly AuditEntry[]): { readonly seq: number; readonly line: string }[] {
    const first = this.#head.seq + 1;
    const lines = this.seal(entries).flatMap((group) => group.split('\n').slice(0, -1));
    return lines.map((line, index) => ({ seq: first + index, line }));
  }

  #withHash(covered: string, seq: number): string {
    const sealed = this.#hash(covered);
    this.#head = { seq, hash: sealed };
    return `${covered},"hash":"${sealed}"}\n`;
  }
}

/** The parts of a line, or undefined if it is not a record. Whether the hash is right is for the caller to check. */
export function parseRecord(line: string): ParsedRecord | undefined {
  const match = RECORD.exec(line);
  if (match === null) return undefined;
  const [, covered = '', seq, prev, sealed] = match;
  try {
    const content: unknown = JSON.parse(line);
    if (typeof content !== 'object' || content === null) return undefined;
    return { seq: Number(seq), prev, hash: sealed, covered, content: { ...content } };
  } catch {
    return undefined;
  }
}

export interface ParsedRecord {
  readonly seq: number;
  /** The hash before, if the record is the first of its group. */
  readonly prev: string | undefined;
  /** The hash of the group, if the record is the last of it. */
  readonly hash: string | undefined;
  /** The part of the line that a hash covers. */
  readonly covered: string;
  /** All members of the record. They come from outside: check before use. */
  readonly content: Readonly<Record<string, unknown>>;
}

/** The head after this line, without checking it. For writers, which go on from where a trail ends. */
export function headOf(line: string): ChainHead | undefined {
  const [, , seq, , sealed] = RECORD.exec(line) ?? [];
  return sealed === undefined ? undefined : { seq: Number(seq), hash: sealed };
}

const RECORD = /^(\{"seq":([1-9]\d{0,14}),(?:"prev":"([0-9a-f]{64})",)?.*?)(?:,"hash":"([0-9a-f]{64})")?\}$/s;

/** How many records share a hash at most. Few and short enough for a reader of the end of a file to find the last hash. */
export const MAX_GROUP_RECORDS = 32;
const MAX_GROUP_CHARS = 16 * 1024;

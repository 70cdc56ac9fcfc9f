import { createHmac, hash } from 'node:crypto';
import type { AuditEntry } from './audit-entry.ts';
import { deriveKey, type AuditKey } from './audit-key.ts';

/**
 * A record is one line of JSON: `{"seq":7,"prev":"<hash of record 6>",...the entry...,"hash":"<hash>"}`. The hash covers
 * every byte of the line before `,"hash"`, so any change is found, and through `prev` any record that is missing or moved.
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

  /** Makes an entry the next record, and returns its line without a line feed. */
  seal(entry: AuditEntry): string {
    const seq = this.#head.seq + 1;
    const covered = `{"seq":${seq},"prev":"${this.#head.hash}",${JSON.stringify(entry).slice(1, -1)}`;
    const sealed = this.#hash(covered);
    this.#head = { seq, hash: sealed };
    return `${covered},"hash":"${sealed}"}`;
  }
}

/** The parts of a line, or undefined if it is not a record. Whether the hash is right is for the caller to check. */
export function parseRecord(line: string): ParsedRecord | undefined {
  const match = RECORD.exec(line);
  if (match === null) return undefined;
  const [, covered = '', seq = '', prev = '', sealed = ''] = match;
  try {
    const content: unknown = JSON.parse(line);
    if (typeof content !== 'object' || content === null) return undefined;
    return { seq: Number(seq), prev, hash: sealed, covered, content: { ...content } };
  } catch {
    return undefined;
  }
}

export interface ParsedRecord extends ChainHead {
  readonly prev: string;
  /** What the hash covers. */
  readonly covered: string;
  /** All members of the record. They come from outside: check before use. */
  readonly content: Readonly<Record<string, unknown>>;
}

const RECORD = /^(\{"seq":([1-9]\d{0,14}),"prev":"([0-9a-f]{64})",.*),"hash":"([0-9a-f]{64})"\}$/s;

/** The head after this line, without checking it. For writers, which go on from where a trail ends. */
export function headOf(line: string): ChainHead | undefined {
  const match = RECORD.exec(line);
  return match === null ? undefined : { seq: Number(match[2]), hash: match[4] ?? '' };
}

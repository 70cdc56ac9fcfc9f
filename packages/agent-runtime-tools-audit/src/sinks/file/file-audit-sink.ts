import { resolve } from 'node:path';
import type { AuditEntry } from '../../record/audit-entry.ts';
import type { AuditKey } from '../../record/audit-key.ts';
import { createChainHash, type ChainHash } from '../../record/chain.ts';
import { isoTime } from '../../trail/iso-time.ts';
import type { AuditSink, Durability } from '../audit-sink.ts';
import { atProcessExit } from './at-process-exit.ts';
import { removeSegments, surplusSegments } from './prune.ts';
import { Segment } from './segment.ts';

export interface FileAuditSinkOptions {
  /** The folder of the trail. Keep it outside of every workspace. */
  readonly folder: string;
  /** Makes the chain an HMAC: nobody without the key can change the trail without being noticed. */
  readonly key?: AuditKey;
  /** Default `written`. */
  readonly durability?: Durability;
  /** When a segment has this size, the next one begins. Default 16 MiB. */
  readonly maxSegmentBytes?: number;
  /** How many segments are kept; the oldest finished ones are removed. Default 64. */
  readonly maxSegments?: number;
}

/**
 * Keeps the trail in a folder of JSON Lines files. Each process writes segments of its own, which are linked, so that
 * several can share a folder and never wait for each other.
 */
export class FileAuditSink implements AuditSink {
  readonly folder: string;
  readonly #hash: ChainHash;
  readonly #isKeyed: boolean;
  readonly #durability: Durability;
  readonly #maxSegmentBytes: number;
  readonly #maxSegments: number;
  #segment: Segment | undefined;
  #buffer: AuditEntry[] = [];
  /** The buffer could not be written. */
  #isFailing = false;
  #timer: NodeJS.Timeout | undefined;
  #lastWrite = 0;
  #removeExitListener: (() => void) | undefined;

  constructor({
    folder,
    key,
    durability = 'written',
    maxSegmentBytes = 16 * 1024 * 1024,
    maxSegments = 64,
  }: FileAuditSinkOptions) {
    if (!(maxSegmentBytes >= MIN_SEGMENT_BYTES))
      throw new TypeError(`maxSegmentBytes is at least ${MIN_SEGMENT_BYTES}.`);
    if (!(maxSegments >= 2)) throw new TypeError('maxSegments is at least 2.');
    this.folder = resolve(folder);
    this.#hash = createChainHash(key);
    this.#isKeyed = key !== undefined;
    this.#durability = durability;
    this.#maxSegmentBytes = maxSegmentBytes;
    this.#maxSegments = maxSegments;
  }

  /** The last record that this process has written, as `verifyAuditFolder` takes it in `expect`. */
  get head(): string | undefined {
    const segment = this.#segment;
    return segment && `${segment.name}:${segment.head.seq}:${segment.head.hash}`;
  }

  append(entries: readonly AuditEntry[]): void | Promise<void> {
    if (this.#durability === 'buffered') return this.#keep(entries);
    const segment = this.#write(entries);
    return this.#durability === 'synced' ? this.#sync(segment) : undefined;
  }

  /** Writes what is in memory and ends the segment. */
  close(): void {
    try {
      if (this.#buffer.length > 0) this.#writeBuffer();
      this.#segment?.close({ isSynced: this.#durability === 'synced' });
    } finally {
      this.#forget();
    }
  }

  #keep(entries: readonly AuditEntry[]): void {
    // While writing fails, nothing more is taken: the caller has to know.
    if (this.#isFailing || this.#buffer.length >= MAX_BUFFERED) this.#writeBuffer();
    for (const entry of entries) this.#buffer.push(entry);
    this.#schedule();
  }

  /** If this fails, the entries stay in memory. */
  #writeBuffer(): void {
    this.#isFailing = true;
    this.#write(this.#buffer);
    this.#buffer = [];
    this.#isFailing = false;
  }

  #write(entries: readonly AuditEntry[]): Segment {
    const segment = this.#current();
    try {
      segment.append(entries);
    } catch (error) {
      // The next attempt begins a new segment, which continues this one at its last whole record.
      segment.abandon();
      this.#forget();
      throw error;
    }
    this.#schedule();
    return segment;
  }

  async #sync(segment: Segment): Promise<void> {
    try {
      await segment.sync();
    } catch (error) {
      // It is not known what is on the disk.
      if (this.#segment === segment) {
        segment.abandon();
        this.#forget();
      }
      throw error;
    }
  }

  /** The segment to write to: a new one at the beginning, after a failure and when the last one is full. */
  #current(): Segment {
    const now = Date.now();
    const current = this.#segment;
    if (current !== undefined) {
      const mayBeRemoved = now - this.#lastWrite > CHECK_AFTER_MS;
      this.#lastWrite = now;
      if (mayBeRemoved && current.isRemoved) {
        current.abandon();
        this.#forget();
      } else if (current.bytes < this.#maxSegmentBytes) return current;
      else this.#endSegment(current);
    }
    this.#segment = this.#begin();
    this.#lastWrite = now;
    this.#removeExitListener ??= atProcessExit(() => this.close());
    return this.#segment;
  }

  #endSegment(segment: Segment): void {
    this.#segment = undefined;
    segment.close({ isSynced: this.#durability === 'synced' });
  }

  #begin(): Segment {
    const { folder } = this;
    const isSynced = this.#durability === 'synced';
    const segment = new Segment({ folder, hash: this.#hash, isKeyed: this.#isKeyed, isSynced });
    const surplus = surplusSegments(folder, this.#maxSegments);
    if (surplus === undefined) return segment;
    segment.append([{ kind: 'pruned', time: isoTime(Date.now()), ...surplus }]);
    removeSegments(folder, surplus.removed);
    return segment;
  }

  /** Plans to write the buffer and the head file soon, once for many records. */
  #schedule(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.#onTimer(), this.#durability === 'buffered' ? BUFFER_MS : ANCHOR_MS);
    this.#timer.unref();
  }

  #onTimer(): void {
    this.#timer = undefined;
    try {
      if (this.#buffer.length > 0) this.#writeBuffer();
      if (this.#segment?.isAnchored === false) this.#segment.anchor();
    } catch {
      // The next `append` tries again, and reports the failure.
    }
  }

  #forget(): void {
    this.#segment = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#removeExitListener?.();
    this.#removeExitListener = undefined;
  }
}

const MIN_SEGMENT_BYTES = 4096;
const MAX_BUFFERED = 200;
const BUFFER_MS = 20;
const ANCHOR_MS = 100;
/** Less than the time after which another process takes a segment for abandoned. */
const CHECK_AFTER_MS = 60_000;

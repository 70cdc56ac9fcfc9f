import { closeSync, fdatasync, fdatasyncSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import type { AuditEntry } from '../../record/audit-entry.ts';
import type { Chain, ChainHash, ChainHead } from '../../record/chain.ts';
import { isoTime } from '../../trail/iso-time.ts';
import { createSegment, type SegmentOptions } from './create-segment.ts';
import { formatHead } from './head-anchor.ts';
import { headFile } from './segment-files.ts';

/** A file of the trail that this process alone writes. */
export class Segment {
  readonly name: string;
  readonly #descriptor: number;
  readonly #headDescriptor: number;
  readonly #chain: Chain;
  readonly #hash: ChainHash;
  #bytes: number;
  #anchored = 0;

  constructor(options: SegmentOptions) {
    const { segment, descriptor, chain, bytes } = createSegment(options);
    this.name = segment;
    this.#descriptor = descriptor;
    this.#chain = chain;
    this.#bytes = bytes;
    this.#hash = options.hash;
    this.#headDescriptor = openSync(headFile(options.folder, segment), 'w', 0o600);
    this.anchor();
  }

  get bytes(): number {
    return this.#bytes;
  }

  get head(): ChainHead {
    return this.#chain.head;
  }

  /** Whether records have been written since `anchor`. */
  get isAnchored(): boolean {
    return this.#anchored === this.#chain.head.seq;
  }

  /** Makes entries the next records. If they cannot be written, it removes what was, as far as it can, and throws. */
  append(entries: readonly AuditEntry[]): void {
    const before = this.#bytes;
    try {
      this.#write(this.#chain.seal(entries));
    } catch (error) {
      this.#cutTo(before);
      throw error;
    }
  }

  #write(groups: readonly string[]): void {
    let end = 0;
    for (const group of groups) {
      // A character has at most 3 bytes of UTF-8.
      if (end + group.length * 3 > buffer.length) end = this.#flush(end);
      if (group.length * 3 > buffer.length) this.#writeAll(Buffer.from(group));
      else end += buffer.write(group, end);
    }
    this.#flush(end);
  }

  #flush(end: number): 0 {
    if (end > 0) this.#writeAll(buffer.subarray(0, end));
    return 0;
  }

  #writeAll(bytes: Uint8Array): void {
    for (let written = 0; written < bytes.length;)
      written += writeSync(this.#descriptor, bytes, written, bytes.length - written);
    this.#bytes += bytes.length;
  }

  /** Writes the head file, so that it is noticed if records up to here are cut off. */
  anchor(): void {
    writeSync(this.#headDescriptor, formatHead(this.name, this.head, this.#hash), 0);
    this.#anchored = this.head.seq;
  }

  sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      fdatasync(this.#descriptor, (error) => (error === null ? resolve() : reject(error)));
    });
  }

  /** Whether somebody has removed the file. What is written to it then is lost. */
  get isRemoved(): boolean {
    return fstatSync(this.#descriptor).nlink === 0;
  }

  /** Ends the segment with a `close` record. */
  close({ isSynced }: { readonly isSynced: boolean }): void {
    try {
      this.append([{ kind: 'close', time: isoTime(Date.now()) }]);
      this.anchor();
      if (isSynced) for (const each of [this.#descriptor, this.#headDescriptor]) fdatasyncSync(each);
    } finally {
      this.abandon();
    }
  }

  /** Frees the file as it is, like a process that was killed. */
  abandon(): void {
    closeSync(this.#descriptor);
    closeSync(this.#headDescriptor);
  }

  #cutTo(bytes: number): void {
    try {
      ftruncateSync(this.#descriptor, bytes);
    } catch {
      // A part of a record stays at the end, as after a crash.
    }
  }
}

/** Used for every write of every segment, one after the other: a new one each time would be most of the garbage. */
const buffer = Buffer.allocUnsafeSlow(256 * 1024);

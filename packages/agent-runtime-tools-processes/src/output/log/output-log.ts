import { RollingTail } from '../capture/rolling-tail.ts';
import { SpoolFile } from './spool-file.ts';
import type { ProcessesSettings } from '../../processes-options.ts';
import { incompleteBytes } from '../stream/incomplete-bytes.ts';
import type { DiskBudget } from './disk-budget.ts';

export interface OutputLogOptions {
  readonly spoolDir: string;
  /** Bytes kept from the start. Of longer output, only the end is kept in addition. */
  readonly limitBytes: number;
  /** Shared by all logs of a service. */
  readonly diskBudget?: DiskBudget;
}

/** A part of a log. `start` is later than requested if the requested part is no longer kept. */
export interface LogSlice {
  readonly bytes: Buffer;
  readonly start: number;
}

/** The output of a program: in memory if it is small, on disk if it is larger, only its start and end if it is huge. */
export class OutputLog {
  readonly warnings: string[] = [];
  readonly #options: OutputLogOptions;
  #memory: Buffer[] = [];
  /** Defined once the output no longer fits into memory. */
  #tail: RollingTail | undefined;
  #spool: SpoolFile | undefined;
  #total = 0;
  #kept = 0;
  /** Bytes taken from the shared disk budget. */
  #takenFromBudget = 0;
  #isFull = false;

  /** A log within the limits of a service. */
  static within({ spoolDir, spoolLimitBytes: limitBytes, diskBudget }: ProcessesSettings): OutputLog {
    return new OutputLog({ spoolDir, limitBytes, diskBudget });
  }

  /** A log that keeps only the end of the output, in memory. */
  static ofNothing(): OutputLog {
    return new OutputLog({ spoolDir: '', limitBytes: 0 });
  }

  constructor(options: OutputLogOptions) {
    this.#options = options;
  }

  get total(): number {
    return this.#total;
  }

  /** `chunk` must contain whole characters; it is copied. If a promise is returned, wait for it before the next call. */
  push(chunk: Buffer): Promise<void> | undefined {
    this.#total += chunk.length;
    if (this.#total > MEMORY_BYTES) this.#tail ??= tailOf(this.#memory);
    this.#tail?.push(chunk);
    if (this.#isFull) return undefined;
    const { limitBytes } = this.#options;
    const free = limitBytes - this.#kept;
    const part = chunk.length <= free ? chunk : chunk.subarray(0, free);
    if (part !== chunk) this.#stop(`Only the first ${limitBytes} bytes and the end of the output were kept.`);
    this.#kept += part.length;
    if (this.#spool !== undefined) return this.#spoolMore(part);
    this.#memory.push(Buffer.from(part));
    if (this.#memory.length > MAX_CHUNKS) this.#memory = [Buffer.concat(this.#memory)];
    return this.#kept > MEMORY_BYTES ? this.#moveToDisk() : undefined;
  }

  /** At most `limit` bytes from `offset` on, cut between characters. Empty only at the end of the output. */
  async slice(offset: number, limit: number): Promise<LogSlice> {
    await this.#spool?.flushed();
    const kept = offset < this.#kept ? await this.#keptSlice(offset, limit) : undefined;
    if (kept !== undefined) return alignToCharacters(kept, this.#total);
    const tail = this.#tail?.bytes() ?? Buffer.alloc(0);
    return alignToCharacters(tailSlice(tail, this.#total - tail.length, offset, limit), this.#total);
  }

  /** The output as text of at most `limitBytes` bytes: all of it, or its start and its end with a note between them. */
  async text(limitBytes: number): Promise<string> {
    const first = await this.slice(0, Math.max(this.#total <= limitBytes ? limitBytes : limitBytes - TAIL_BYTES, 4));
    const shown = first.bytes.length;
    if (shown >= this.#total) return first.bytes.toString();
    const last = await this.slice(Math.max(shown, this.#total - TAIL_BYTES), TAIL_BYTES);
    const missing = last.start - shown;
    const gap = missing > 0 ? `\n[... ${missing} bytes left out ...]\n` : '';
    return `${first.bytes.toString()}${gap}${last.bytes.toString()}`;
  }

  async close(): Promise<void> {
    this.#isFull = true;
    await this.#spool?.close();
    this.#options.diskBudget?.giveBack(this.#takenFromBudget);
    this.#takenFromBudget = 0;
  }

  #moveToDisk(): Promise<void> | undefined {
    const start = Buffer.concat(this.#memory);
    if (this.#takeFromBudget(start.length) < start.length) {
      this.#stop(OVER_DISK_BUDGET);
      return undefined;
    }
    this.#spool = new SpoolFile(this.#options.spoolDir, (message) => this.#spoolFailed(message));
    this.#memory = [];
    return this.#spool.write(start);
  }

  /** Writes as much of `part` as the budget allows. `#kept` already counts all of it and is corrected. */
  #spoolMore(part: Buffer): Promise<void> | undefined {
    const taken = this.#takeFromBudget(part.length);
    if (taken < part.length) {
      this.#kept -= part.length - taken;
      this.#stop(OVER_DISK_BUDGET);
    }
    return taken === 0 ? undefined : this.#spool?.write(part.subarray(0, taken));
  }

  #takeFromBudget(bytes: number): number {
    const { diskBudget } = this.#options;
    const taken = diskBudget === undefined ? bytes : diskBudget.take(bytes);
    this.#takenFromBudget += taken;
    return taken;
  }

  /** Undefined if the log was closed: then only the end of the output is left, in memory. */
  async #keptSlice(offset: number, limit: number): Promise<LogSlice | undefined> {
    const end = Math.min(this.#kept, offset + limit);
    if (this.#spool !== undefined) {
      const bytes = await this.#spool.read(offset, end - offset);
      return bytes && { bytes, start: offset };
    }
    return { bytes: Buffer.concat(this.#memory).subarray(offset, end), start: offset };
  }

  #spoolFailed(message: string): void {
    this.#kept = this.#spool?.written ?? 0;
    this.#stop(`The full output could not be kept on disk: ${message}`);
  }

  #stop(warning: string): void {
    this.#isFull = true;
    this.warnings.push(warning);
  }
}

const OVER_DISK_BUDGET =
  'Only the start and the end of the output were kept: the outputs of all programs use up the space on disk.';
const MEMORY_BYTES = 64 * 1024;
const TAIL_BYTES = 64 * 1024;
const MAX_CHUNKS = 64;

function tailOf(memory: readonly Buffer[]): RollingTail {
  const tail = new RollingTail(TAIL_BYTES);
  for (const chunk of memory) tail.push(chunk);
  return tail;
}

function tailSlice(tail: Buffer, tailStart: number, offset: number, limit: number): LogSlice {
  const start = Math.max(offset, tailStart);
  return { bytes: tail.subarray(start - tailStart, start - tailStart + limit), start };
}

function alignToCharacters({ bytes, start }: LogSlice, total: number): LogSlice {
  const skip = start === 0 ? 0 : continuationBytes(bytes);
  const atEnd = start + bytes.length >= total;
  const unfinished = atEnd ? 0 : incompleteBytes(bytes);
  const end = bytes.length - unfinished > skip ? bytes.length - unfinished : bytes.length;
  return { bytes: bytes.subarray(skip, end), start: start + skip };
}

/** How many bytes at the start belong to a character that began earlier. */
function continuationBytes(bytes: Buffer): number {
  const max = Math.min(3, bytes.length - 1);
  let count = 0;
  while (count < max && ((bytes[count] ?? 0) & 0xc0) === 0x80) count += 1;
  return count;
}

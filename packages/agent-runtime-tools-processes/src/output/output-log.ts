import { RollingTail } from './rolling-tail.ts';
import { SpoolFile } from './spool-file.ts';
import type { SpoolRoom } from './spool-room.ts';
import { unfinishedBytes } from './unfinished-bytes.ts';

export interface OutputLogOptions {
  readonly spoolDir: string;
  /** Bytes kept from the start; beyond them only the end is kept. */
  readonly limitBytes: number;
  /** What all logs share. */
  readonly room?: SpoolRoom;
}

/** A stretch of a log. `start` is later than asked for where that part is no longer kept. */
export interface LogPiece {
  readonly bytes: Buffer;
  readonly start: number;
}

/** Everything a program printed: small outputs in memory, larger ones on disk, endless ones by their start and end. */
export class OutputLog {
  readonly warnings: string[] = [];
  readonly #options: OutputLogOptions;
  #memory: Buffer[] = [];
  /** There once memory is full; until then, everything is kept anyway. */
  #tail: RollingTail | undefined;
  #spool: SpoolFile | undefined;
  #total = 0;
  #kept = 0;
  /** Of the room that all logs share. */
  #taken = 0;
  #full = false;

  constructor(options: OutputLogOptions) {
    this.#options = options;
  }

  get total(): number {
    return this.#total;
  }

  /** Takes whole characters only, and keeps copies. A promise means: wait before you bring more. */
  push(chunk: Buffer): Promise<void> | undefined {
    this.#total += chunk.length;
    if (this.#total > MEMORY_BYTES) this.#tail ??= tailOf(this.#memory);
    this.#tail?.push(chunk);
    if (this.#full) return undefined;
    const room = this.#options.limitBytes - this.#kept;
    const part = chunk.length <= room ? chunk : chunk.subarray(0, room);
    if (part !== chunk)
      this.#stop(`Only the first ${this.#options.limitBytes} bytes and the end of the output were kept.`);
    this.#kept += part.length;
    if (this.#spool !== undefined) return this.#spoolMore(part);
    this.#memory.push(Buffer.from(part));
    if (this.#memory.length > MANY) this.#memory = [Buffer.concat(this.#memory)];
    return this.#kept > MEMORY_BYTES ? this.#moveToDisk() : undefined;
  }

  /** At most `limit` bytes from `offset` on, cut between characters. Empty only at the end of the output. */
  async piece(offset: number, limit: number): Promise<LogPiece> {
    await this.#spool?.flushed();
    if (offset < this.#kept) return betweenCharacters(await this.#keptPiece(offset, limit), this.#total);
    const tail = this.#tail?.bytes() ?? Buffer.alloc(0);
    return betweenCharacters(tailPiece(tail, this.#total - tail.length, offset, limit), this.#total);
  }

  /** The whole output as text within a number of bytes: all of it, or its start and its end with a note between. */
  async text(limitBytes: number): Promise<string> {
    const first = await this.piece(0, Math.max(this.#total <= limitBytes ? limitBytes : limitBytes - TAIL_BYTES, 4));
    const shown = first.bytes.length;
    if (shown >= this.#total) return first.bytes.toString();
    const last = await this.piece(Math.max(shown, this.#total - TAIL_BYTES), TAIL_BYTES);
    const missing = last.start - shown;
    const gap = missing > 0 ? `\n[... ${missing} bytes left out ...]\n` : '';
    return `${first.bytes.toString()}${gap}${last.bytes.toString()}`;
  }

  async close(): Promise<void> {
    this.#full = true;
    await this.#spool?.close();
    this.#options.room?.give(this.#taken);
    this.#taken = 0;
  }

  #moveToDisk(): Promise<void> | undefined {
    const start = Buffer.concat(this.#memory);
    if (this.#take(start.length) < start.length) {
      this.#stop(NO_ROOM);
      return undefined;
    }
    this.#spool = new SpoolFile(this.#options.spoolDir, (message) => this.#spoolFailed(message));
    this.#memory = [];
    return this.#spool.write(start);
  }

  /** As much as there is room for, which is counted as kept already. */
  #spoolMore(part: Buffer): Promise<void> | undefined {
    const taken = this.#take(part.length);
    if (taken < part.length) {
      this.#kept -= part.length - taken;
      this.#stop(NO_ROOM);
    }
    return taken === 0 ? undefined : this.#spool?.write(part.subarray(0, taken));
  }

  #take(bytes: number): number {
    const { room } = this.#options;
    const taken = room === undefined ? bytes : room.take(bytes);
    this.#taken += taken;
    return taken;
  }

  async #keptPiece(offset: number, limit: number): Promise<LogPiece> {
    const end = Math.min(this.#kept, offset + limit);
    if (this.#spool !== undefined) return { bytes: await this.#spool.read(offset, end - offset), start: offset };
    return { bytes: Buffer.concat(this.#memory).subarray(offset, end), start: offset };
  }

  #spoolFailed(message: string): void {
    this.#kept = this.#spool?.written ?? 0;
    this.#stop(`The full output could not be kept on disk: ${message}`);
  }

  #stop(warning: string): void {
    this.#full = true;
    this.warnings.push(warning);
  }
}

const NO_ROOM = 'Only the start and the end of the output were kept: all programs together keep too much on disk.';
const MEMORY_BYTES = 64 * 1024;
const TAIL_BYTES = 64 * 1024;
const MANY = 64;

function tailOf(memory: readonly Buffer[]): RollingTail {
  const tail = new RollingTail(TAIL_BYTES);
  for (const chunk of memory) tail.push(chunk);
  return tail;
}

function tailPiece(tail: Buffer, tailStart: number, offset: number, limit: number): LogPiece {
  const start = Math.max(offset, tailStart);
  return { bytes: tail.subarray(start - tailStart, start - tailStart + limit), start };
}

function betweenCharacters({ bytes, start }: LogPiece, total: number): LogPiece {
  const skip = start === 0 ? 0 : continuationBytes(bytes);
  const atEnd = start + bytes.length >= total;
  const unfinished = atEnd ? 0 : unfinishedBytes(bytes);
  const end = bytes.length - unfinished > skip ? bytes.length - unfinished : bytes.length;
  return { bytes: bytes.subarray(skip, end), start: start + skip };
}

/** How many bytes at the start belong to a character that began before. */
function continuationBytes(bytes: Buffer): number {
  const most = Math.min(3, bytes.length - 1);
  let count = 0;
  while (count < most && ((bytes[count] ?? 0) & 0xc0) === 0x80) count += 1;
  return count;
}

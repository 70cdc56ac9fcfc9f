import { RollingTail } from './rolling-tail.ts';

/** Keeps the start and the end of a stream within a number of characters, with a note of what is left out between. */
export class HeadAndTail {
  readonly #maxChars: number;
  readonly #headLimit: number;
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #tail: RollingTail | undefined;
  #total = 0;

  constructor(maxChars: number) {
    this.#maxChars = Math.min(Math.max(0, Math.floor(maxChars) || 0), MAX_CHARS);
    this.#headLimit = MAX_BYTES_PER_UNIT * this.#maxChars;
  }

  /** `chunk` must contain whole characters. It is copied. */
  push(chunk: Buffer): void {
    this.#total += chunk.length;
    if (this.#tail !== undefined) {
      this.#tail.push(chunk);
      return;
    }
    this.#head.push(Buffer.from(chunk));
    this.#headBytes += chunk.length;
    if (this.#head.length > MAX_CHUNKS)
      this.#head.splice(0, MAX_CHUNKS, Buffer.concat(this.#head.slice(0, MAX_CHUNKS)));
    if (this.#headBytes > this.#headLimit) this.#tail = new RollingTail(this.#headLimit);
  }

  /** The text, and whether a part of the stream is missing from it. */
  finish(): { readonly text: string; readonly truncated: boolean } {
    const head = Buffer.concat(this.#head, this.#headBytes);
    const tail = this.#tail?.bytes();
    if (tail === undefined || this.#headBytes + tail.length === this.#total) {
      return this.#cut((tail === undefined ? head : Buffer.concat([head, tail])).toString());
    }
    const half = Math.floor(this.#maxChars / 2);
    const start = startOf(head.toString(), half);
    const end = endOf(tail.toString(), this.#maxChars - half);
    const shown = Buffer.byteLength(start) + Buffer.byteLength(end);
    return { text: `${start}${gap(Math.max(1, this.#total - shown), 'bytes')}${end}`, truncated: true };
  }

  #cut(text: string): { readonly text: string; readonly truncated: boolean } {
    if (text.length <= this.#maxChars) return { text, truncated: false };
    const half = Math.floor(this.#maxChars / 2);
    const start = startOf(text, half);
    const end = endOf(text, this.#maxChars - half);
    return { text: `${start}${gap(text.length - start.length - end.length, 'characters')}${end}`, truncated: true };
  }
}

/** A UTF-16 code unit takes at most three bytes in UTF-8, so this many bytes always contain enough units. */
const MAX_BYTES_PER_UNIT = 3;
/** The upper limit for `maxChars`. */
const MAX_CHARS = 4_000_000;
const MAX_CHUNKS = 64;

function gap(count: number, unit: string): string {
  return `\n[... ${count} ${unit} left out ...]\n`;
}

function startOf(text: string, units: number): string {
  return text.slice(0, splitsPair(text, units) ? units - 1 : units);
}

function endOf(text: string, units: number): string {
  const from = text.length - units;
  return text.slice(splitsPair(text, from) ? from + 1 : from);
}

function splitsPair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}

import type { Output } from './output.ts';
import type { Paint } from './paint.ts';

/** Writes text that arrives in chunks and escapes hidden characters, also those that are split between two chunks. */
export class ChunkWriter {
  readonly #output: Output;
  readonly #paint: Paint;
  #pending = '';
  #atLineStart = true;
  #used = false;

  constructor(output: Output, paint: Paint) {
    this.#output = output;
    this.#paint = paint;
  }

  /** Whether anything has been written. */
  get used(): boolean {
    return this.#used;
  }

  get atLineStart(): boolean {
    return this.#atLineStart;
  }

  write(chunk: string): void {
    const text = this.#pending + chunk;
    // Half a surrogate pair, or half of \r\n, waits for the next chunk.
    const complete = /[\r\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
    this.#pending = text.slice(complete.length);
    this.#writeEscaped(complete);
  }

  /** Writes the rest, and ends the last line. */
  end(): void {
    this.#writeEscaped(this.#pending);
    this.#pending = '';
    if (!this.#atLineStart) this.#writeEscaped('\n');
  }

  #writeEscaped(text: string): void {
    if (text === '') return;
    this.#used = true;
    this.#atLineStart = text.endsWith('\n');
    this.#output.write(this.#paint.plain(text));
  }
}

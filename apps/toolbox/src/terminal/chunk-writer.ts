import type { Output } from './output.ts';
import type { Paint } from './paint.ts';

/** Writes text that arrives in pieces, made visible as if it had come in one. */
export class ChunkWriter {
  readonly #output: Output;
  readonly #paint: Paint;
  #held = '';
  #atLineStart = true;
  #used = false;

  constructor(output: Output, paint: Paint) {
    this.#output = output;
    this.#paint = paint;
  }

  /** Something has been written. */
  get used(): boolean {
    return this.#used;
  }

  get atLineStart(): boolean {
    return this.#atLineStart;
  }

  write(chunk: string): void {
    const text = this.#held + chunk;
    // Half a character, or half a line end, waits for the other half.
    const whole = /[\r\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
    this.#held = text.slice(whole.length);
    this.#put(whole);
  }

  /** The last piece has come: what follows starts on a line of its own. */
  end(): void {
    this.#put(this.#held);
    this.#held = '';
    if (!this.#atLineStart) this.#put('\n');
  }

  #put(text: string): void {
    if (text === '') return;
    this.#used = true;
    this.#atLineStart = text.endsWith('\n');
    this.#output.write(this.#paint.plain(text));
  }
}

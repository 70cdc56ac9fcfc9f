import { StringDecoder } from 'node:string_decoder';
import { cutText, excerptWindow, MAX_LINE_BYTES, type Excerpt } from './excerpt.ts';

/** A line too long to buffer while it arrives: only the part that will be shown is kept. */
export class LongLine {
  readonly #column: number;
  readonly #from: number;
  readonly #to: number;
  readonly #decoder = new StringDecoder('utf8');
  readonly #kept: Buffer[] = [];
  #length = 0;
  /** The number of UTF-16 units before the match. */
  #units = 0;

  constructor(column: number) {
    this.#column = column;
    ({ from: this.#from, to: this.#to } = excerptWindow(column));
  }

  add(bytes: Buffer): void {
    const start = this.#length;
    this.#length += bytes.length;
    if (start < this.#column - 1)
      this.#units += this.#decoder.write(bytes.subarray(0, this.#column - 1 - start)).length;
    if (start < this.#to && this.#length > this.#from)
      this.#kept.push(Buffer.from(bytes.subarray(Math.max(0, this.#from - start), this.#to - start)));
  }

  end(): Excerpt {
    const bytes = Buffer.concat(this.#kept);
    const after = this.#length > this.#to;
    const isCut = this.#length > MAX_LINE_BYTES;
    const text = cutText(bytes, { before: this.#from > 0, after });
    return {
      text: after ? text : text.replace(/\r$/, ''),
      column: this.#column <= 1 ? this.#column : this.#units + 1,
      cut: isCut,
    };
  }
}

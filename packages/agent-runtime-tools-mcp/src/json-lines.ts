/** Splits a stream of text into lines, however it arrives. Throws when a line exceeds the limit. */
export class JsonLines {
  readonly #maxChars: number;
  #pieces: string[] = [];
  #length = 0;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  push(text: string): string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#keep(text.slice(start, end));
      const line = this.#pieces.join('');
      this.#clear();
      if (line.trim() !== '') lines.push(line);
      start = end + 1;
    }
    if (start < text.length) this.#keep(text.slice(start));
    return lines;
  }

  #keep(piece: string): void {
    this.#length += piece.length;
    if (this.#length > this.#maxChars) {
      this.#clear();
      throw new RangeError(`A message is longer than ${this.#maxChars} characters.`);
    }
    this.#pieces.push(piece);
    // A line that arrives byte by byte must not become an array of millions of texts.
    if (this.#pieces.length > MAX_PIECES) this.#pieces = [this.#pieces.join('')];
  }

  #clear(): void {
    this.#pieces = [];
    this.#length = 0;
  }
}

const MAX_PIECES = 4096;

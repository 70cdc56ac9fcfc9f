/** Turns offsets into lines and columns, both 1-based. */
export class LineTable {
  readonly #text: string;
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.#text = text;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  lineAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  columnAt(offset: number): number {
    return offset - (this.#starts[this.lineAt(offset) - 1] ?? 0) + 1;
  }

  /** The text of a line without its line break. */
  textOf(line: number): string {
    const start = this.#starts[line - 1] ?? 0;
    const end = this.#starts[line] ?? this.#text.length + 1;
    return this.#text.slice(start, end - 1).replace(/\r$/, '');
  }
}

/**
 * Parses JSON that arrives in pieces. Each piece is read once, however long the text grows. The parser is loaded with the
 * first piece.
 */
export class PartialJson {
  #pieces: string[] = [];
  #value: unknown = undefined;
  #running = false;
  #ended = false;
  #wakeParser: (() => void) | undefined;
  #waiting: (() => void)[] = [];
  /** How many values the last snapshot copied. */
  snapshotCost = 0;

  /** Resolves once the piece has been parsed or has turned out to be invalid. */
  push(piece: string): Promise<void> {
    if (this.#ended) return Promise.resolve();
    this.#pieces.push(piece);
    const parsed = new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.#running) this.#wakeParser?.();
    else void this.#run();
    return parsed;
  }

  /** A copy of what has been parsed so far; undefined before the first value. */
  snapshot(): unknown {
    const counted = { values: 0 };
    const value = copy(this.#value, 0, counted);
    this.snapshotCost = counted.values;
    return value;
  }

  close(): void {
    this.#ended = true;
    this.#wakeParser?.();
    this.#release();
  }

  async #run(): Promise<void> {
    this.#running = true;
    try {
      const { parse } = await import('jsonriver');
      for await (const value of parse(this.#stream())) this.#value = value;
    } catch {
      // Invalid JSON is reported when the call is validated. Here, there is just nothing more to show.
    }
    this.close();
  }

  /** Feeds the parser. When the parser asks for more and there is nothing, all pieces have been parsed. */
  async *#stream(): AsyncGenerator<string> {
    while (!this.#ended) {
      const text = this.#pieces.join('');
      this.#pieces = [];
      if (text !== '') yield text;
      else {
        this.#release();
        await new Promise<void>((resolve) => (this.#wakeParser = resolve));
      }
    }
  }

  #release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

const MAX_DEPTH = 64;

function copy(value: unknown, depth: number, counted: { values: number }): unknown {
  counted.values++;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1, counted));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '__proto__')
      .map(([key, member]) => [key, copy(member, depth + 1, counted)]),
  );
}

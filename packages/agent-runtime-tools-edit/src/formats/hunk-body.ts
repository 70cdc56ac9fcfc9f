import type { Hunk } from '../engine/hunk.ts';

/** Collects the marked lines of a hunk: context, removed and added ones. */
export class HunkBody {
  readonly #before: string[] = [];
  readonly #after: string[] = [];
  readonly #context: [number, number][] = [];
  #changes = 0;
  #last: ' ' | '-' | '+' | undefined;
  /** Empty lines so far that are either context without its leading space, or the gap between two hunks. */
  #empty = 0;

  /** Returns false if the line does not belong to a hunk. */
  add(line: string): boolean {
    if (line === '') {
      this.#empty += 1;
      return true;
    }
    const sign = line[0];
    if (sign === '\\') return this.#markMissingNewline();
    if (sign !== ' ' && sign !== '-' && sign !== '+') return false;
    this.keepEmptyLines();
    this.#push(sign, line.slice(1));
    return true;
  }

  /** Counts the pending empty lines as context. */
  keepEmptyLines(): void {
    for (; this.#empty > 0; this.#empty -= 1) this.#push(' ', '');
  }

  get isEmpty(): boolean {
    return this.#before.length === 0 && this.#after.length === 0;
  }

  get changes(): number {
    return this.#changes;
  }

  get beforeCount(): number {
    return this.#before.length;
  }

  get afterCount(): number {
    return this.#after.length;
  }

  get emptyCount(): number {
    return this.#empty;
  }

  get before(): string {
    return this.#before.join('');
  }

  get after(): string {
    return this.#after.join('');
  }

  hunk(where: Pick<Hunk, 'line' | 'anchors' | 'atEnd'>): Hunk {
    return { before: this.before, after: this.after, wholeLines: true, context: this.#context, ...where };
  }

  #push(sign: ' ' | '-' | '+', text: string): void {
    if (sign === ' ') this.#context.push([this.#before.length, this.#after.length]);
    if (sign !== '+') pushLine(this.#before, text);
    if (sign !== '-') pushLine(this.#after, text);
    if (sign !== ' ') this.#changes += 1;
    this.#last = sign;
  }

  /** `\ No newline at end of file` refers to the line before it. */
  #markMissingNewline(): boolean {
    if (this.#last !== '+') removeLastNewline(this.#before);
    if (this.#last !== '-') removeLastNewline(this.#after);
    return true;
  }
}

/** Appends a line. A line before it that was marked as lacking its newline gets one. */
function pushLine(lines: string[], text: string): void {
  const last = lines.at(-1);
  if (last?.endsWith('\n') === false) lines.splice(-1, 1, `${last}\n`);
  lines.push(`${text}\n`);
}

function removeLastNewline(lines: string[]): void {
  const last = lines.pop();
  if (last !== undefined) lines.push(last.replace(/\n$/, ''));
}

import { hasTypographic, normaliseLine } from './normalise-line.ts';

/**
 * A text as lines that remember their ends. A text that ends with a line end has an empty last line, which no
 * whole line of a hunk matches.
 */
export class FileText {
  readonly mark: '' | '\ufeff';
  readonly lines: readonly string[];
  /** Of each line; empty for the last one. */
  readonly ends: readonly string[];
  /** How many lines there are, the empty last one not counted. */
  readonly count: number;
  #flat: string | undefined;
  #normalised: readonly string[] | undefined;
  #flatNormalised: string | undefined;
  #bare: readonly string[] | undefined;
  #starts: readonly number[] | undefined;
  readonly #body: string;

  constructor(text: string) {
    this.mark = text.startsWith('\ufeff') ? '\ufeff' : '';
    const body = this.mark === '' ? text : text.slice(1);
    this.#body = body;
    [this.lines, this.ends] = splitWithEnds(body);
    this.count = this.lines.at(-1) === '' ? this.lines.length - 1 : this.lines.length;
    if (!body.includes('\r')) this.#flat = body;
  }

  /** The text with plain line ends. */
  get flat(): string {
    this.#flat ??= this.lines.join('\n');
    return this.#flat;
  }

  get normalised(): readonly string[] {
    this.#normalised ??= this.lines.map(hasTypographic(this.flat) ? normaliseLine : (line) => line.trimEnd());
    return this.#normalised;
  }

  /** The normalised lines as one text; the same as `flat` where normalising changes nothing. */
  get flatNormalised(): string {
    this.#flatNormalised ??= this.normalised.every((line, index) => line === this.lines[index])
      ? this.flat
      : this.normalised.join('\n');
    return this.#flatNormalised;
  }

  /** Normalised and without indentation. */
  get bare(): readonly string[] {
    this.#bare ??= this.normalised.map((line) => line.trimStart());
    return this.#bare;
  }

  /** The lines `[0, line)` and `[line, …)`, byte for byte. */
  cut(line: number): [before: string, after: string] {
    let at = 0;
    for (let index = 0; index < line; index += 1)
      at += (this.lines[index] ?? '').length + (this.ends[index] ?? '').length;
    return [this.#body.slice(0, at), this.#body.slice(at)];
  }

  /** The line in which an offset of the flat text lies, and the offset in it. */
  locate(offset: number): { line: number; column: number } {
    this.#starts ??= lineStarts(this.lines);
    return locateIn(this.#starts, offset);
  }
}

/** Where each of the lines begins when they are joined with line ends. */
export function lineStarts(lines: readonly string[]): number[] {
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  return starts;
}

export function locateIn(starts: readonly number[], offset: number): { line: number; column: number } {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low, column: offset - (starts[low] ?? 0) };
}

function splitWithEnds(text: string): [lines: string[], ends: string[]] {
  const pieces = text.split('\n');
  if (!text.includes('\r')) {
    const ends = new Array<string>(pieces.length).fill('\n');
    ends[ends.length - 1] = '';
    return [pieces, ends];
  }
  const lines: string[] = [];
  const ends: string[] = [];
  for (const [index, piece] of pieces.entries()) {
    const last = index === pieces.length - 1;
    const crlf = !last && piece.endsWith('\r');
    const parts = (crlf ? piece.slice(0, -1) : piece).split('\r');
    for (const [at, part] of parts.entries()) {
      lines.push(part);
      if (at < parts.length - 1) ends.push('\r');
      else if (last) ends.push('');
      else ends.push(crlf ? '\r\n' : '\n');
    }
  }
  return [lines, ends];
}

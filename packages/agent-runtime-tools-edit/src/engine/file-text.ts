import { hasTypography, normaliseLine } from './normalise-line.ts';

/**
 * A text as lines with their line ends. A text that ends with a newline has an empty last line, which no whole line of
 * a hunk matches. The normalised forms are computed on first use.
 */
export class FileText {
  readonly byteOrderMark: '' | '\ufeff';
  readonly lines: readonly string[];
  /** The line end of each line; empty for the last one. */
  readonly lineEnds: readonly string[];
  /** The number of lines, without the empty last one. */
  readonly lineCount: number;
  #lfText: string | undefined;
  #normalised: readonly string[] | undefined;
  #normalisedText: string | undefined;
  #unindented: readonly string[] | undefined;
  #starts: readonly number[] | undefined;
  readonly #body: string;

  constructor(text: string) {
    this.byteOrderMark = text.startsWith('\ufeff') ? '\ufeff' : '';
    const body = this.byteOrderMark === '' ? text : text.slice(1);
    this.#body = body;
    [this.lines, this.lineEnds] = splitLines(body);
    this.lineCount = this.lines.at(-1) === '' ? this.lines.length - 1 : this.lines.length;
    if (!body.includes('\r')) this.#lfText = body;
  }

  /** The text with `\n` line ends. */
  get lfText(): string {
    this.#lfText ??= this.lines.join('\n');
    return this.#lfText;
  }

  get normalised(): readonly string[] {
    this.#normalised ??= this.lines.map(hasTypography(this.lfText) ? normaliseLine : (line) => line.trimEnd());
    return this.#normalised;
  }

  /** The normalised lines as one text; the same string as `lfText` where normalising changes nothing. */
  get normalisedText(): string {
    this.#normalisedText ??= this.normalised.every((line, index) => line === this.lines[index])
      ? this.lfText
      : this.normalised.join('\n');
    return this.#normalisedText;
  }

  /** The normalised lines without their indentation. */
  get unindented(): readonly string[] {
    this.#unindented ??= this.normalised.map((line) => line.trimStart());
    return this.#unindented;
  }

  /** The original text of the lines `[0, line)` and `[line, …)`. */
  splitAtLine(line: number): [before: string, after: string] {
    let at = 0;
    for (let index = 0; index < line; index += 1)
      at += (this.lines[index] ?? '').length + (this.lineEnds[index] ?? '').length;
    return [this.#body.slice(0, at), this.#body.slice(at)];
  }

  /** The line and column of an offset in `lfText`. */
  positionAt(offset: number): { line: number; column: number } {
    this.#starts ??= lineStarts(this.lines);
    return positionIn(this.#starts, offset);
  }
}

/** The offset of each line when the lines are joined with `\n`. */
export function lineStarts(lines: readonly string[]): number[] {
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  return starts;
}

export function positionIn(starts: readonly number[], offset: number): { line: number; column: number } {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low, column: offset - (starts[low] ?? 0) };
}

function splitLines(text: string): [lines: string[], ends: string[]] {
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

export interface SourceComment {
  readonly type: 'Line' | 'Block';
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const MAX_CHARS = 2_000;

/** Finds the comment that stands directly before a declaration. */
export class DocComments {
  readonly #text: string;
  readonly #comments: readonly SourceComment[];

  constructor(text: string, comments: readonly SourceComment[]) {
    this.#text = text;
    this.#comments = comments;
  }

  /** The text of the comment before an offset, without comment markers. */
  before(offset: number): string | undefined {
    let index = this.#lastBefore(offset);
    const last = this.#comments[index];
    if (last === undefined || this.#text.slice(last.end, offset).trim() !== '') return undefined;
    if (last.type === 'Block') return clean(last.value);
    const lines: string[] = [];
    for (let next = offset; ; index--) {
      const comment = this.#comments[index];
      if (comment?.type !== 'Line' || !/^\s*$/.test(this.#text.slice(comment.end, next))) break;
      if (this.#sharesLine(comment)) break;
      lines.unshift(comment.value);
      next = comment.start;
    }
    return lines.length === 0 ? undefined : clean(lines.join('\n'));
  }

  /** A comment behind code on the same line belongs to that code. */
  #sharesLine({ start }: SourceComment): boolean {
    const lineStart = this.#text.lastIndexOf('\n', start - 1) + 1;
    return this.#text.slice(lineStart, start).trim() !== '';
  }

  #lastBefore(offset: number): number {
    let low = -1;
    let high = this.#comments.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#comments[middle]?.end ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function clean(comment: string): string | undefined {
  const text = comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*+ ?/, '').trimEnd())
    .join('\n')
    .replace(/^[\s*]+/, '')
    .trim();
  return text === '' ? undefined : text.slice(0, MAX_CHARS);
}

import { wrapLines } from './wrap-lines.ts';
import { visibleText } from './visible-text.ts';

export interface FrameOptions {
  readonly width: number;
  /** Of a longer text, the head and the tail are shown. */
  readonly maxChars: number;
  readonly maxLines: number;
}

export interface FramedText {
  readonly lines: readonly string[];
  /** The number of characters that are not shown. */
  readonly leftOut: number;
  /** The number of lines that are not shown in full. */
  readonly linesLeftOut: number;
}

/**
 * Frames a text so that it cannot imitate the lines around it: every line starts with `│ `, and a wrapped line continues
 * with `┊ `. Blank lines and long runs of blanks are folded and counted. If the text is too long, its middle is left out:
 *
 *     │ first line
 *     │ [... 120 lines left out ...]
 *     │ last line
 */
export function frameText(text: string, { width, maxChars, maxLines }: FrameOptions): FramedText {
  const items = itemsOf(text);
  const whole = new ShownLines(width, maxLines, maxChars);
  if (items.every((item) => whole.addWhole(item))) return { lines: whole.lines(), leftOut: 0, linesLeftOut: 0 };
  const head = new ShownLines(width, Math.ceil(maxLines / 2), Math.ceil(maxChars * 0.6));
  const tail = new ShownLines(width, maxLines - head.maxLines, maxChars - head.maxChars, 'end');
  let first = 0;
  let last = items.length - 1;
  while (first <= last && head.addWhole(items[first])) first++;
  while (last > first && tail.addWhole(items[last])) last--;
  // Of a single line that is too long, show as much as fits.
  const begun = head.addPart(items[first]);
  const ended = tail.addPart(items[last], first === last ? (items[last]?.length ?? 0) - begun - 1 : undefined);
  const cut = items.slice(first, last + 1);
  const leftOut = cut.reduce((sum, item) => sum + item.length, 0) + (cut.length - 1) - begun - ended;
  const linesLeftOut = cut.reduce((sum, item) => sum + item.count, 0);
  const isWithinLine = linesLeftOut === 1 && begun + ended > 0;
  const note = isWithinLine ? `${leftOut} characters` : `${linesLeftOut} line${linesLeftOut === 1 ? '' : 's'}`;
  return { lines: [...head.lines(), `│ [... ${note} left out ...]`, ...tail.lines()], leftOut, linesLeftOut };
}

/** A line of the text, or several blank lines folded into one. */
interface Item {
  readonly text: string;
  /** The number of lines of the text that it stands for. */
  readonly count: number;
  /** The number of characters of the text that it stands for. */
  readonly length: number;
}

/** Splits a text into lines and folds runs of more than two blank lines. */
function itemsOf(text: string): Item[] {
  const items: Item[] = [];
  const blank: string[] = [];
  const endBlank = (): void => {
    if (blank.length > 2) {
      const length = blank.reduce((sum, line) => sum + line.length, 0) + blank.length - 1;
      items.push({ text: `[${blank.length} blank lines]`, count: blank.length, length });
    } else for (const line of blank) items.push({ text: '', count: 1, length: line.length });
    blank.length = 0;
  };
  for (const line of text.split('\n')) {
    if (line.trim() === '') blank.push(line);
    else {
      endBlank();
      items.push({ text: line, count: 1, length: line.length });
    }
  }
  endBlank();
  return items;
}

/** Collects lines from one end of a text until the limits are reached. */
class ShownLines {
  readonly maxLines: number;
  readonly maxChars: number;
  readonly #width: number;
  readonly #end: 'start' | 'end';
  readonly #items: string[][] = [];
  #lines = 0;
  #chars = 0;

  constructor(width: number, maxLines: number, maxChars: number, end: 'start' | 'end' = 'start') {
    this.#width = width;
    this.maxLines = maxLines;
    this.maxChars = maxChars;
    this.#end = end;
  }

  /** Adds an item if all of it fits; otherwise adds nothing and returns false. */
  addWhole(item: Item | undefined): boolean {
    if (item === undefined) return false;
    const dense = withoutLongBlanks(item.text);
    if (this.#chars + dense.length > this.maxChars) return false;
    const pieces = frameLine(dense, this.#width);
    if (this.#lines + pieces.length > this.maxLines) return false;
    this.#add(pieces, dense.length);
    return true;
  }

  /** Adds as much of a long line as fits and returns the number of characters. Lines of usual length are not split. */
  addPart(item: Item | undefined, most = item?.length ?? 0): number {
    const room = this.maxLines - this.#lines;
    if (item === undefined || item.count > 1 || item.length < USUAL_LINE_LENGTH || room <= 0) return 0;
    let taken = Math.min(most, this.maxChars - this.#chars);
    while (taken > 0) {
      const part = this.#end === 'start' ? item.text.slice(0, taken) : item.text.slice(item.length - taken);
      const pieces = frameLine(withoutLongBlanks(part.toWellFormed()), this.#width);
      if (pieces.length <= room) {
        this.#add(pieces, taken);
        return taken;
      }
      taken = Math.min(taken - 1, Math.floor((taken * room) / pieces.length));
    }
    return 0;
  }

  lines(): string[] {
    return (this.#end === 'start' ? this.#items : this.#items.toReversed()).flat();
  }

  #add(pieces: string[], chars: number): void {
    this.#items.push(pieces);
    this.#lines += pieces.length;
    this.#chars += chars;
  }
}

function withoutLongBlanks(text: string): string {
  return text.replace(LONG_BLANKS, (blanks) => `[${blanks.length} blanks]`);
}

/** Frames one line, wrapped to the width. */
export function frameLine(line: string, width: number): string[] {
  const shown = visibleText(line.replaceAll('\t', '    '));
  if (shown === '') return ['│'];
  return wrapLines(shown, width).map((piece, at) => `${at === 0 ? '│' : '┊'} ${piece}`);
}

const LONG_BLANKS = /[ \t]{41,}/g;
const USUAL_LINE_LENGTH = 400;

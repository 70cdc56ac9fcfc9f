import { wrapLines } from './wrap-lines.ts';
import { visibleText } from './visible-text.ts';

export interface FrameOptions {
  readonly width: number;
  /** What is longer is shown with its head and its tail. */
  readonly maxChars: number;
  readonly maxLines: number;
}

export interface FramedText {
  readonly lines: readonly string[];
  /** Characters that are not shown; 0 when all are. */
  readonly leftOut: number;
  /** Lines of the text that are not shown, or not in full. */
  readonly linesLeftOut: number;
}

/**
 * A text between marks that it cannot forge: every line of it starts with `│ `, and where a line is broken to fit, the
 * rest starts with `┊ `. Blank lines and long runs of blanks are foldPath and counted. What does not fit is left out of
 * the middle, and counted in lines and characters of the text itself.
 */
export function framedText(text: string, { width, maxChars, maxLines }: FrameOptions): FramedText {
  const items = itemsOf(text);
  const whole = new Shown(width, maxLines, maxChars);
  if (items.every((item) => whole.addWhole(item))) return { lines: whole.lines(), leftOut: 0, linesLeftOut: 0 };
  const head = new Shown(width, Math.ceil(maxLines / 2), Math.ceil(maxChars * 0.6));
  const tail = new Shown(width, maxLines - head.maxLines, maxChars - head.maxChars, 'end');
  let first = 0;
  let last = items.length - 1;
  while (first <= last && head.addWhole(items[first])) first++;
  while (last > first && tail.addWhole(items[last])) last--;
  // Of a line that is too long by itself, the part that there is room for.
  const begun = head.addPart(items[first]);
  const ended = tail.addPart(items[last], first === last ? (items[last]?.length ?? 0) - begun - 1 : undefined);
  const cut = items.slice(first, last + 1);
  const leftOut = cut.reduce((sum, item) => sum + item.length, 0) + (cut.length - 1) - begun - ended;
  const linesLeftOut = cut.reduce((sum, item) => sum + item.count, 0);
  const isWithinLine = linesLeftOut === 1 && begun + ended > 0;
  const note = isWithinLine ? `${leftOut} characters` : `${linesLeftOut} line${linesLeftOut === 1 ? '' : 's'}`;
  return { lines: [...head.lines(), `│ [... ${note} left out ...]`, ...tail.lines()], leftOut, linesLeftOut };
}

/** A line of a text, or several blank ones. */
interface Item {
  readonly text: string;
  /** Lines of the text that it stands for. */
  readonly count: number;
  /** Characters of the text that it stands for. */
  readonly length: number;
}

/** Lines as they are, except that several blank ones become one that says how many they were. */
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

/** The lines at one end of a text that there is room for. */
class Shown {
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

  /** False, and nothing added, where there is no room for all of it. */
  addWhole(item: Item | undefined): boolean {
    if (item === undefined) return false;
    const dense = withoutLongBlanks(item.text);
    if (this.#chars + dense.length > this.maxChars) return false;
    const pieces = framedLine(dense, this.#width);
    if (this.#lines + pieces.length > this.maxLines) return false;
    this.#add(pieces, dense.length);
    return true;
  }

  /** How many characters of a long line were added: as many as there is room for, none of a line of a usual length. */
  addPart(item: Item | undefined, most = item?.length ?? 0): number {
    const room = this.maxLines - this.#lines;
    if (item === undefined || item.count > 1 || item.length < USUAL_LINE || room <= 0) return 0;
    let taken = Math.min(most, this.maxChars - this.#chars);
    while (taken > 0) {
      const part = this.#end === 'start' ? item.text.slice(0, taken) : item.text.slice(item.length - taken);
      const pieces = framedLine(withoutLongBlanks(part.toWellFormed()), this.#width);
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

/** One line of a text between the marks, broken to fit. */
export function framedLine(line: string, width: number): string[] {
  const shown = visibleText(line.replaceAll('\t', '    '));
  if (shown === '') return ['│'];
  return wrapLines(shown, width).map((piece, at) => `${at === 0 ? '│' : '┊'} ${piece}`);
}

const LONG_BLANKS = /[ \t]{41,}/g;
const USUAL_LINE = 400;

import { brokenLines } from './broken-lines.ts';
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
}

/**
 * A text between marks that it cannot forge: every line of it starts with `│ `, and where a line is broken to fit, the
 * rest starts with `┊ `. Blank lines and long runs of blanks are folded and counted.
 */
export function framedText(text: string, { width, maxChars, maxLines }: FrameOptions): FramedText {
  const { shown, leftOut } = shortened(text, maxChars);
  const lines = folded(shown).flatMap((line) => wrapped(line, width));
  if (lines.length <= maxLines) return { lines, leftOut };
  const head = Math.ceil(maxLines / 2);
  const tail = maxLines - head;
  const cut = lines.slice(head, lines.length - tail);
  const chars = cut.reduce((sum, line) => sum + line.length - 2, 0);
  const note = `│ [... ${cut.length} lines left out ...]`;
  return { lines: [...lines.slice(0, head), note, ...lines.slice(lines.length - tail)], leftOut: leftOut + chars };
}

function shortened(text: string, maxChars: number): { shown: string; leftOut: number } {
  const dense = text.replace(LONG_BLANKS, (blanks) => `[${blanks.length} blanks]`);
  if (dense.length <= maxChars) return { shown: dense, leftOut: 0 };
  const head = Math.ceil(maxChars * 0.6);
  const tail = maxChars - head;
  const leftOut = dense.length - head - tail;
  const shown = `${dense.slice(0, head)}\n[... ${leftOut} characters left out ...]\n${dense.slice(dense.length - tail)}`;
  return { shown: shown.toWellFormed(), leftOut };
}

/** Lines as they are, except that several blank ones become one that says how many they were. */
function folded(text: string): string[] {
  const lines: string[] = [];
  let blank = 0;
  const endBlank = (): void => {
    if (blank > 2) lines.push(`[${blank} blank lines]`);
    else for (let each = 0; each < blank; each++) lines.push('');
    blank = 0;
  };
  for (const line of text.split('\n')) {
    if (line.trim() === '') blank++;
    else {
      endBlank();
      lines.push(line);
    }
  }
  endBlank();
  return lines;
}

function wrapped(line: string, width: number): string[] {
  const shown = visibleText(line.replaceAll('\t', '    '));
  if (shown === '') return ['│'];
  return brokenLines(shown, width).map((piece, at) => `${at === 0 ? '│' : '┊'} ${piece}`);
}

const LONG_BLANKS = /[ \t]{41,}/g;

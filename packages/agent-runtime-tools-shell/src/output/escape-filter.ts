/**
 * Takes out of a stream what is meant for a terminal and not for a reader: colours, cursor movements, titles and other
 * control characters. Line breaks, tabs, carriage returns and backspaces stay. A sequence that is cut between two
 * pieces of the stream is held back until the rest is there.
 */
export class EscapeFilter {
  #waiting = '';

  push(piece: string): string {
    const text = this.#waiting + piece;
    const start = unfinishedSequence(text);
    this.#waiting = text.length - start > LONGEST ? '' : text.slice(start);
    return withoutEscapes(text.slice(0, start));
  }
}

/** The same for a text that is all there. */
export function withoutEscapes(text: string): string {
  return NOTHING_TO_DO.test(text) ? text : text.replace(SEQUENCE, '').replaceAll('\0', '\u2400').replace(CONTROL, '');
}

// Parts follow one another in disjoint character classes, so that no text takes more than one pass. A string that is
// never ended (a title, a device control) ends with its line.
const CSI = '(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]?';
const OSC = '(?:\\u001b\\]|\\u009d)[^\\u0007\\u001b\\u009c\\n]*(?:\\u0007|\\u009c|\\u001b\\\\)?';
const STRING = '(?:\\u001b[PX^_]|[\\u0090\\u0098\\u009e\\u009f])[^\\u001b\\u009c\\n]*(?:\\u009c|\\u001b\\\\)?';
const OTHER = '\\u001b(?:[ -/]+[0-~]?|[0-~])?';
const SEQUENCE = new RegExp(`${CSI}|${OSC}|${STRING}|${OTHER}`, 'g');
const CONTROL = new RegExp('[\\u0001-\\u0007\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]', 'g');
const NOTHING_TO_DO = new RegExp('^[^\\u0000-\\u0007\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$');

/** Longer than any real sequence. */
const LONGEST = 4096;
const UNFINISHED = new RegExp(
  '^\\u001b(?:\\[[0-?]*[ -/]*|\\][^\\u0007\\u001b\\n]*\\u001b?|[PX^_][^\\u001b\\n]*\\u001b?|[ -/]*)$',
);

/** Where a sequence begins that goes on after the text; the text's end if there is none. */
function unfinishedSequence(text: string): number {
  const last = text.lastIndexOf('\u001b');
  if (last === -1) return text.length;
  // An escape at the very end may be the first half of what ends the string before it.
  const before = last === text.length - 1 ? text.lastIndexOf('\u001b', last - 1) : -1;
  for (const start of [before, last]) {
    if (start !== -1 && UNFINISHED.test(text.slice(start, start + LONGEST + 1))) return start;
  }
  return text.length;
}

import { printable } from '@ku0/agent-runtime-tools-core';

/**
 * Takes out of a stream what is meant for a terminal and not for a reader: colours, cursor movements, titles, the
 * clipboard and other control characters. Line breaks, tabs, carriage returns and backspaces stay. A sequence that is
 * cut between two pieces of the stream is held back until the rest is there.
 */
export class EscapeFilter {
  #waiting = '';
  /** What ends the string that is being skipped, for it is too long to be held back. */
  #skippingTo: RegExp | undefined;

  push(piece: string): string {
    const text = this.#afterSkipped(this.#waiting + piece);
    this.#waiting = '';
    if (NOTHING_TO_DO.test(text)) return text;
    const plain = text.replace(SEQUENCE, (sequence: string, offset: number) => {
      if (offset + sequence.length === text.length && !COMPLETE.test(sequence)) this.#waiting = sequence;
      return '';
    });
    if (this.#waiting.length > LONGEST) this.#skip();
    return withoutControls(plain);
  }

  #skip(): void {
    this.#skippingTo = OSC_START.test(this.#waiting)
      ? OSC_END
      : STRING_START.test(this.#waiting)
        ? STRING_END
        : undefined;
    this.#waiting = '';
  }

  #afterSkipped(text: string): string {
    if (this.#skippingTo === undefined) return text;
    const end = text.search(this.#skippingTo);
    if (end === -1) return '';
    this.#skippingTo = undefined;
    return text.slice(end);
  }
}

/** The same for a text that is all there. */
export function withoutEscapes(text: string): string {
  return NOTHING_TO_DO.test(text) ? text : withoutControls(text.replace(SEQUENCE, ''));
}

/** Characters that turn a line around or cannot be seen are written out: what is read must be what is there. */
function withoutControls(text: string): string {
  return text
    .replaceAll('\0', '\u2400')
    .replace(CONTROL, '')
    .replace(HIDING, (hidden) => printable(hidden));
}

// Parts follow one another in disjoint character classes, so that no text takes more than one pass. A string that is
// never ended (a title, a device control) ends with its line.
const CSI = '(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]?';
const OSC = '(?:\\u001b\\]|\\u009d)[^\\u0007\\u001b\\u009c\\n]*(?:\\u0007|\\u009c|\\u001b\\\\)?';
const STRING = '(?:\\u001b[PX^_]|[\\u0090\\u0098\\u009e\\u009f])[^\\u001b\\u009c\\n]*(?:\\u009c|\\u001b\\\\)?';
const OTHER = '\\u001b(?:[ -/]+[0-~]?|[0-~])?';
const SEQUENCE = new RegExp(`${CSI}|${OSC}|${STRING}|${OTHER}`, 'g');
const OSC_START = new RegExp('^(?:\\u001b\\]|\\u009d)');
const STRING_START = new RegExp('^(?:\\u001b[PX^_]|[\\u0090\\u0098\\u009e\\u009f])');
const OSC_END = new RegExp('[\\u0007\\u001b\\u009c\\n]');
const STRING_END = new RegExp('[\\u001b\\u009c\\n]');
const COMPLETE = new RegExp(
  [
    '^(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]$',
    '^(?:\\u001b\\]|\\u009d)[^]*(?:\\u0007|\\u009c|\\u001b\\\\)$',
    '^(?:\\u001b[PX^_]|[\\u0090\\u0098\\u009e\\u009f])[^]*(?:\\u009c|\\u001b\\\\)$',
    '^\\u001b(?:[ -/]+[0-~]|[0-OQ-WYZ\\\\`-~])$',
  ].join('|'),
);
const CONTROL = new RegExp('[\\u0001-\\u0007\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]', 'g');
// Directional embeddings, overrides and isolates, invisible operators, annotations and tags.
const INVISIBLE = '\\u202a-\\u202e\\u2060-\\u206f\\ufff9-\\ufffb\\u{e0000}-\\u{e0fff}';
const HIDING = new RegExp(`[${INVISIBLE}]`, 'gu');
const NOTHING_TO_DO = new RegExp(`^[^\\u0000-\\u0007\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f${INVISIBLE}]*$`, 'u');

/** Longer than any real sequence that is worth waiting for. */
const LONGEST = 4096;

import { printable } from '@ku0/agent-runtime-tools-core';

/**
 * Removes terminal control from a stream: colours, cursor movements, titles, clipboard access and control characters. Line
 * breaks, tabs, carriage returns and backspaces stay. An incomplete sequence at the end of a chunk waits for the next chunk.
 */
export class EscapeFilter {
  #waiting = '';
  /** Matches the end of a control string that was too long to wait for and is being skipped. */
  #skippingTo: RegExp | undefined;

  push(piece: string): string {
    const text = this.#afterSkipped(this.#waiting + piece);
    this.#waiting = '';
    if (PLAIN_TEXT.test(text)) return text;
    const plain = text.replace(SEQUENCE, (sequence: string, offset: number) => {
      if (offset + sequence.length === text.length && !COMPLETE.test(sequence)) this.#waiting = sequence;
      return '';
    });
    if (this.#waiting.length > MAX_SEQUENCE_LENGTH) this.#skip();
    return stripControls(plain);
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

/** Removes the same from a complete text. */
export function stripEscapes(text: string): string {
  return PLAIN_TEXT.test(text) ? text : stripControls(text.replace(SEQUENCE, ''));
}

/** Also escapes invisible characters and characters that reverse the text direction, so that nothing is hidden. */
function stripControls(text: string): string {
  return text
    .replaceAll('\0', '\u2400')
    .replace(CONTROL, '')
    .replace(HIDING, (hidden) => printable(hidden));
}

// Adjacent parts use disjoint character classes, so matching takes linear time. An unterminated control string (a title,
// for example) ends at the end of its line.
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
const PLAIN_TEXT = new RegExp(`^[^\\u0000-\\u0007\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f${INVISIBLE}]*$`, 'u');

/** Longer than any real control sequence. */
const MAX_SEQUENCE_LENGTH = 4096;

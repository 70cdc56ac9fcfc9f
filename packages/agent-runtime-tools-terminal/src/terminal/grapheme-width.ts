import { eastAsianWidth } from 'get-east-asian-width';

/** The graphemes of a text: what a person sees as one character. */
export function* graphemesOf(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/**
 * The number of columns of a grapheme, by the rules of the library string-width, with which a test compares it. The library
 * itself is not used because it makes its segmenter as soon as it is loaded, which takes longer than most commands.
 */
export function graphemeWidth(grapheme: string): number {
  const visible = Array.from(grapheme).filter((character) => VISIBLE.test(character));
  const [first] = visible;
  if (first === undefined) return 0;
  if (isEmoji(grapheme)) return 2;
  if (isJamo(first)) return hangulWidth(visible);
  const rest = visible.slice(1).filter((character) => ADDED.test(character));
  return [first, ...rest].reduce((sum, character) => sum + characterWidth(character), 0);
}

function isEmoji(grapheme: string): boolean {
  rgiEmoji ??= new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v');
  if (rgiEmoji.test(grapheme) || /^[\d#*]\u20e3$/.test(grapheme)) return true;
  // Joined emoji that lack a selector are shown as one, too. Longer ones are no emoji, but a way to waste time.
  const isJoined = grapheme.includes('\u200d') && grapheme.length <= MAX_EMOJI_LENGTH;
  return isJoined && (grapheme.match(/\p{Extended_Pictographic}/gu) ?? []).length >= 2;
}

/** A leading letter with its vowel and final letter is one syllable of two columns; other letters stand for themselves. */
function hangulWidth(letters: readonly string[]): number {
  let width = 0;
  for (let at = 0; at < letters.length; at++) {
    const isSyllable = LEADING.test(letters[at] ?? '') && VOWEL.test(letters[at + 1] ?? '');
    width += characterWidth(letters[at] ?? '');
    if (isSyllable) at += FINAL.test(letters[at + 2] ?? '') ? 2 : 1;
  }
  return width;
}

function isJamo(character: string): boolean {
  return LEADING.test(character) || VOWEL.test(character) || FINAL.test(character);
}

function characterWidth(character: string): number {
  return eastAsianWidth(character.codePointAt(0) ?? 0);
}

let segmenter: Intl.Segmenter | undefined;
let rgiEmoji: RegExp | undefined;
const VISIBLE =
  /[^\p{Default_Ignorable_Code_Point}\p{Control}\p{Format}\p{Nonspacing_Mark}\p{Enclosing_Mark}\p{Surrogate}]/u;
/** Characters of a grapheme that take columns of their own beside the first: spacing marks, half-width and full-width forms. */
const ADDED = /[\p{Spacing_Mark}\uff00-\uffef]/u;
const LEADING = /^[\u1100-\u115f\ua960-\ua97c]$/;
const VOWEL = /^[\u1160-\u11a7\ud7b0-\ud7c6]$/;
const FINAL = /^[\u11a8-\u11ff\ud7cb-\ud7fb]$/;
const MAX_EMOJI_LENGTH = 50;

import { expandBraces } from '@ku0/agent-runtime-tools-rules';

/**
 * Expands the braces of a word when all shells agree on the result: only plain characters, lists and short ranges of
 * numbers. Undefined for any other word, whose arguments are then unknown.
 *
 *     {a,b}c    ->  ac bc
 *     x{1..3}   ->  x1 x2 x3
 *     {a..c}    ->  undefined
 */
export function expandPlainBraces(text: string): string[] | undefined {
  if (!PLAIN.test(text) || text.length > MAX_LENGTH) return undefined;
  const ranges = text.match(RANGE) ?? [];
  if (!ranges.every((range) => NUMBERS.test(range))) return undefined;
  const words = expandBraces(text, { max: MAX_WORDS, strict: true });
  // A brace that is left over is literal in some shells only.
  return words?.some((word) => /[{}]/.test(word)) === true ? undefined : words;
}

const MAX_WORDS = 100;
const MAX_LENGTH = 500;
const PLAIN = /^[A-Za-z0-9_.,:/@%+=~*?{}-]*$/;
const RANGE = /\{[^{},]*\.\.[^{},]*\}/g;
const NUMBERS = /^\{(?:0|[1-9]\d{0,4})\.\.(?:0|[1-9]\d{0,4})\}$/;

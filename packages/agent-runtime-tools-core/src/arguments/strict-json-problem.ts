import { printable } from '../text/printable.ts';
import type { ArgumentLimits } from './argument-limits.ts';

/**
 * Finds what `JSON.parse` accepts but arguments may not contain: duplicate keys, too much nesting, too many keys or
 * elements, integers that lose digits, numbers that overflow. Malformed JSON is left to `JSON.parse`. Takes one pass without
 * recursion or backtracking.
 */
export function strictJsonProblem(text: string, limits: ArgumentLimits): string | undefined {
  // The keys seen in each open object; null for an open array.
  const open: (Set<string> | null)[] = [];
  let keys = 0;
  let items = 0;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case QUOTE: {
        const end = endOfString(text, index);
        const seenKeys = open.at(-1);
        if (seenKeys && isFollowedByColon(text, end)) {
          const key = decodeString(text.slice(index, end));
          if (seenKeys.has(key)) return `the key ${printable(JSON.stringify(key))} appears twice`;
          seenKeys.add(key);
          if (++keys > limits.maxKeys) return `there are more than ${limits.maxKeys} keys`;
        }
        index = end - 1;
        break;
      }
      case OPEN_OBJECT:
      case OPEN_ARRAY:
        open.push(text.charCodeAt(index) === OPEN_OBJECT ? new Set() : null);
        if (open.length > limits.maxDepth) return `it is nested deeper than ${limits.maxDepth} levels`;
        break;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        open.pop();
        break;
      case COMMA:
        if (open.at(-1) === null && ++items > limits.maxItems) return `there are more than ${limits.maxItems} elements`;
        break;
      default: {
        if (!isNumberPart(text.charCodeAt(index))) break;
        let end = index + 1;
        while (isNumberPart(text.charCodeAt(end))) end++;
        const problem = numberProblem(text.slice(index, end));
        if (problem !== undefined) return problem;
        index = end - 1;
      }
    }
  }
  return undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const COMMA = 0x2c;

/** The index after the closing quote, or the end of the text for an unclosed string. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === BACKSLASH) index++;
    else if (code === QUOTE) return index + 1;
  }
  return text.length;
}

function isFollowedByColon(text: string, from: number): boolean {
  let index = from;
  while (index < text.length && ' \t\n\r'.includes(text.charAt(index))) index++;
  return text.charAt(index) === ':';
}

function decodeString(literal: string): string {
  if (!literal.includes('\\')) return literal.slice(1, -1);
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal;
  }
}

/** Whether a character can be part of a JSON number: a digit, a sign, a point or an exponent. */
function isNumberPart(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2b || code === 0x2e || code === 0x45 || code === 0x65
  );
}

function numberProblem(token: string): string | undefined {
  const value = Number(token);
  if (Number.isNaN(value)) return undefined;
  if (!Number.isFinite(value)) return `the number ${token.slice(0, 40)} is too large`;
  if (!Number.isSafeInteger(value) && /^-?\d+$/.test(token)) return `the integer ${token.slice(0, 40)} loses digits`;
  return undefined;
}

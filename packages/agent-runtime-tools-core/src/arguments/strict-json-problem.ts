import { printable } from '../text/printable.ts';
import type { ArgumentLimits } from './copy-arguments.ts';

/**
 * What `JSON.parse` lets pass and we do not: duplicate keys, too much depth, too many keys or elements, integers
 * that lose digits, numbers that overflow. Undefined when there is nothing to object to; malformed JSON is left
 * to `JSON.parse`. One pass, no recursion, no backtracking.
 */
export function strictJsonProblem(text: string, limits: ArgumentLimits): string | undefined {
  const open: (Set<string> | null)[] = [];
  let keys = 0;
  let items = 0;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case QUOTE: {
        const end = endOfString(text, index);
        const seen = open.at(-1);
        if (seen && isFollowedByColon(text, end)) {
          const key = decode(text.slice(index, end));
          if (seen.has(key)) return `the key ${printable(JSON.stringify(key))} appears twice`;
          seen.add(key);
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
        const fault = numberFault(text.slice(index, end));
        if (fault !== undefined) return fault;
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

/** The index behind the closing quote, or the end of an unclosed string. */
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

function decode(literal: string): string {
  if (!literal.includes('\\')) return literal.slice(1, -1);
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal;
  }
}

/** Digits, sign, point and exponent: the characters of a JSON number. `e` alone (as in `true`) is no number. */
function isNumberPart(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2b || code === 0x2e || code === 0x45 || code === 0x65
  );
}

function numberFault(token: string): string | undefined {
  const value = Number(token);
  if (Number.isNaN(value)) return undefined;
  if (!Number.isFinite(value)) return `the number ${token.slice(0, 40)} is too large`;
  if (!Number.isSafeInteger(value) && /^-?\d+$/.test(token)) return `the integer ${token.slice(0, 40)} loses digits`;
  return undefined;
}

import { isToolSelector } from '@ku0/agent-runtime-tools-core';

/** A pattern for names, where `*` stands for any characters and `?` for one; `{a,b}` is one of several. */
export type NamePattern = (name: string) => boolean;

/**
 * Compiles a pattern, of names or of selectors (`pack:files`, `tag:net*`): `*files` never means a pack. Matching takes at
 * most the product of both lengths. Throws on more than 64 alternatives.
 */
export function namePattern(pattern: string): NamePattern {
  const alternatives = expandBraces(pattern);
  const [only = ''] = alternatives;
  if (alternatives.length > 1) {
    const tests = alternatives.map(namePattern);
    return (name) => tests.some((test) => test(name));
  }
  if (only === '*' || only === '**') return () => true;
  if (!/[*?]/.test(only)) return (name) => name === only;
  const isSelector = isToolSelector(only);
  return (name) => isToolSelector(name) === isSelector && matchWildcards(only, name);
}

/** Greedy matching that goes back to the last star only, so no pattern takes exponential time. */
export function matchWildcards(pattern: string, text: string): boolean {
  let at = 0;
  let place = 0;
  let star = -1;
  let resume = 0;
  while (at < text.length) {
    const wanted = pattern.charAt(place);
    if (wanted === '*') {
      star = place++;
      resume = at;
    } else if (place < pattern.length && (wanted === '?' || wanted === text.charAt(at))) {
      place++;
      at++;
    } else if (star >= 0) {
      place = star + 1;
      at = ++resume;
    } else return false;
  }
  while (pattern.charAt(place) === '*') place++;
  return place === pattern.length;
}

/** `a{b,c}` as `ab` and `ac`; braces without a comma are plain characters. */
export function expandBraces(pattern: string): string[] {
  let expanded = [pattern];
  for (;;) {
    const next = expanded.flatMap(expandFirst);
    if (next.length > MOST_ALTERNATIVES)
      throw new RangeError(`${pattern} has more than ${MOST_ALTERNATIVES} alternatives`);
    if (next.length === expanded.length) return expanded;
    expanded = next;
  }
}

function expandFirst(pattern: string): string[] {
  const found = INNERMOST.exec(pattern);
  if (found === null) return [pattern];
  const { 0: braces, 1: inside = '', index } = found;
  const [before, after] = [pattern.slice(0, index), pattern.slice(index + braces.length)];
  return inside.split(',').map((choice) => before + choice + after);
}

const INNERMOST = /\{([^{}]*,[^{}]*)\}/;
const MOST_ALTERNATIVES = 64;

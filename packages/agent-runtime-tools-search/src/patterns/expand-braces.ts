/** `{a,b}` and `{1..3}` written out; undefined when that gives more than `most` patterns or a brace is not closed. */
export function expandBraces(pattern: string, most: number): string[] | undefined {
  let waiting = [pattern];
  const done: string[] = [];
  while (waiting.length > 0) {
    const next: string[] = [];
    for (const each of waiting) {
      const brace = firstBrace(each);
      if (brace === 'unclosed') return undefined;
      if (brace === undefined) done.push(each);
      else for (const choice of brace.choices) next.push(each.slice(0, brace.start) + choice + each.slice(brace.end));
      if (next.length + done.length > most) return undefined;
    }
    waiting = next;
  }
  return [...new Set(done)];
}

interface Brace {
  readonly start: number;
  /** Behind the closing brace. */
  readonly end: number;
  readonly choices: readonly string[];
}

function firstBrace(pattern: string): Brace | 'unclosed' | undefined {
  for (let start = 0; start < pattern.length; start++) {
    const character = pattern[start];
    if (character === '\\') start++;
    else if (character === '[') start = classEnd(pattern, start);
    else if (character === '{') return braceAt(pattern, start);
  }
  return undefined;
}

function braceAt(pattern: string, start: number): Brace | 'unclosed' {
  const choices: string[] = [];
  let depth = 1;
  let from = start + 1;
  for (let at = from; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '\\') at++;
    else if (character === '[') at = classEnd(pattern, at);
    else if (character === '{') depth++;
    else if (character === ',' && depth === 1) {
      choices.push(pattern.slice(from, at));
      from = at + 1;
    } else if (character === '}' && --depth === 0) {
      choices.push(pattern.slice(from, at));
      return { start, end: at + 1, choices: range(choices) ?? choices };
    }
  }
  return 'unclosed';
}

/** Where a class closes; the place itself when it does not. */
export function classEnd(pattern: string, start: number): number {
  let at = start + 1;
  if (pattern[at] === '!' || pattern[at] === '^') at++;
  if (pattern[at] === ']') at++;
  const end = pattern.indexOf(']', at);
  return end === -1 ? start : end;
}

function range(choices: readonly string[]): string[] | undefined {
  const [, low, high] = /^(-?\d{1,6})\.\.(-?\d{1,6})$/.exec(choices.length === 1 ? (choices[0] ?? '') : '') ?? [];
  if (low === undefined || high === undefined) return undefined;
  const [from, to] = [Number(low), Number(high)];
  const width = /^-?0\d/.test(low) || /^-?0\d/.test(high) ? Math.max(low.length, high.length) : 0;
  const length = Math.min(Math.abs(to - from) + 1, MAX_RANGE);
  return Array.from({ length }, (_, index) => String(from + Math.sign(to - from) * index).padStart(width, '0'));
}

/** More than any caller's `most`: the caller then refuses. */
const MAX_RANGE = 10_000;

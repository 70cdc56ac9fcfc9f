/**
 * The words that braces make of a word: `{a,b}c` is `ac bc`. Undefined for anything but plain characters, lists and
 * short ranges of numbers: then it is not known here what the shell makes of it.
 */
export function expandBraces(text: string): string[] | undefined {
  if (!PLAIN.test(text) || text.length > 500) return undefined;
  const words = expand(text, 0);
  return words === undefined || words.length > MAX_WORDS ? undefined : words;
}

function expand(text: string, depth: number): string[] | undefined {
  if (depth > 8) return undefined;
  const open = text.indexOf('{');
  if (open < 0) return text.includes('}') ? undefined : [text];
  const group = readGroup(text, open);
  if (group === undefined) return undefined;
  const tails = expand(text.slice(group.end), depth + 1);
  if (tails === undefined) return undefined;
  const words: string[] = [];
  for (const item of group.items) {
    const middles = expand(item, depth + 1);
    if (middles === undefined || words.length > MAX_WORDS) return undefined;
    for (const middle of middles) for (const tail of tails) words.push(text.slice(0, open) + middle + tail);
  }
  return words;
}

function readGroup(text: string, open: number): { items: string[]; end: number } | undefined {
  const items: string[] = [];
  let nesting = 0;
  let from = open + 1;
  for (let at = open + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '{') nesting++;
    else if (char === '}' && nesting > 0) nesting--;
    else if (char === ',' && nesting === 0) {
      items.push(text.slice(from, at));
      from = at + 1;
    } else if (char === '}') {
      items.push(text.slice(from, at));
      if (items.length > 1) return { items, end: at + 1 };
      const range = numbers(items[0] ?? '');
      return range === undefined ? undefined : { items: range, end: at + 1 };
    }
  }
  return undefined;
}

function numbers(range: string): string[] | undefined {
  const match = /^(0|[1-9]\d{0,4})\.\.(0|[1-9]\d{0,4})$/.exec(range);
  if (match === null) return undefined;
  const from = Number(match[1]);
  const to = Number(match[2]);
  if (Math.abs(to - from) > MAX_WORDS) return undefined;
  const step = from <= to ? 1 : -1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => String(from + at * step));
}

const MAX_WORDS = 100;
const PLAIN = /^[A-Za-z0-9_.,:/@%+=~*?{}-]*$/;

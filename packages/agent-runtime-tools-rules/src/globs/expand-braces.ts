import { bracketEnd } from './bracket-expression.ts';

export interface BraceOptions {
  /** More alternatives than this are refused. Default 1,000. */
  readonly max?: number;
  /** Refuse a brace that is not closed, instead of taking it literally. */
  readonly strict?: boolean;
  /** What braces around a single choice mean: `{a}` is literally that, as in bash, or `a`, as in ripgrep. */
  readonly single?: 'literal' | 'unwrap';
}

/**
 * Writes out `{a,b}` and the ranges `{1..3}` and `{a..c}`, nested ones too, in bash's order. Escapes and bracket expressions
 * are left as they are. Braces around a single choice stay in the result, so a caller that must know exactly what bash does
 * treats a result with braces as unknown. Returns undefined for more than `max` alternatives, for deep nesting, and for what `strict` refuses.
 *
 *     src/{a,b{1,2}}.ts  ->  src/a.ts  src/b1.ts  src/b2.ts
 */
export function expandBraces(
  pattern: string,
  { max = 1_000, strict = false, single = 'literal' }: BraceOptions = {},
): string[] | undefined {
  if (!pattern.includes('{')) return [pattern];
  const parsed = parse(pattern, { strict, single, max });
  if (parsed === undefined || count(parsed, max) > max) return undefined;
  return write(parsed);
}

/** Literal texts, and groups of alternatives. */
type Sequence = readonly (string | Group)[];
type Group = readonly Sequence[];

/** A group that is not closed yet. */
interface OpenGroup {
  readonly choices: (string | Group)[][];
}

function parse(pattern: string, options: Required<BraceOptions>): Sequence | undefined {
  const open: OpenGroup[] = [{ choices: [[]] }];
  let literal = '';
  const current = (): (string | Group)[] => open.at(-1)?.choices.at(-1) ?? [];
  const flush = (): void => {
    if (literal !== '') current().push(literal);
    literal = '';
  };
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === '\\' || character === '[') {
      const end = character === '[' ? bracketEnd(pattern, at) : at + 1;
      literal += pattern.slice(at, end + 1);
      at = end;
    } else if (character === '{') {
      flush();
      if (open.length > MAX_DEPTH) return undefined;
      open.push({ choices: [[]] });
    } else if (character === ',' && open.length > 1) {
      flush();
      open.at(-1)?.choices.push([]);
    } else if (character === '}' && open.length > 1) {
      flush();
      const closed = open.pop();
      if (closed !== undefined) current().push(...closedGroup(closed, options));
    } else literal += character;
  }
  flush();
  if (open.length > 1 && options.strict) return undefined;
  while (open.length > 1) {
    const unclosed = open.pop();
    if (unclosed !== undefined) current().push('{', ...joined(unclosed.choices));
  }
  return open[0]?.choices[0];
}

function closedGroup({ choices }: OpenGroup, { single, max }: Required<BraceOptions>): Sequence {
  const [only] = choices;
  if (choices.length > 1 || only === undefined) return [choices];
  const range = only.length === 1 && typeof only[0] === 'string' ? expandRange(only[0], max) : undefined;
  if (range !== undefined) return [range.map((text) => [text])];
  return single === 'unwrap' ? only : ['{', ...only, '}'];
}

function joined(choices: readonly Sequence[]): Sequence {
  return choices.flatMap((choice, index) => (index === 0 ? choice : [',', ...choice]));
}

/** How many texts a sequence stands for; some number above `max` when there are more than that. */
function count(sequence: Sequence, max: number): number {
  let product = 1;
  for (const part of sequence) {
    if (typeof part === 'string') continue;
    let sum = 0;
    for (const choice of part) {
      sum += count(choice, max);
      if (sum > max) return sum;
    }
    product *= sum;
    if (product > max) return product;
  }
  return product;
}

function write(sequence: Sequence): string[] {
  let texts = [''];
  for (const part of sequence) {
    const endings = typeof part === 'string' ? [part] : part.flatMap(write);
    texts = texts.flatMap((text) => endings.map((ending) => text + ending));
  }
  return texts;
}

/** `1..3`, `01..10`, `a..e`. One entry more than `max` for a longer range, which the caller then refuses. */
function expandRange(text: string, max: number): string[] | undefined {
  const found = /^(?:(-?\d{1,6})\.\.(-?\d{1,6})|([a-z])\.\.([a-z])|([A-Z])\.\.([A-Z]))$/.exec(text);
  if (found === null) return undefined;
  const [low = '', high = ''] = found.slice(1).filter((part) => part !== undefined);
  const isNumeric = /\d/.test(low);
  const from = isNumeric ? Number(low) : low.charCodeAt(0);
  const to = isNumeric ? Number(high) : high.charCodeAt(0);
  const step = from <= to ? 1 : -1;
  const width = [low, high].some((end) => /^-?0\d/.test(end)) ? Math.max(low.length, high.length) : 0;
  return Array.from({ length: Math.min(Math.abs(to - from), max) + 1 }, (_, index) => {
    const value = from + step * index;
    return isNumeric ? padded(value, width) : String.fromCharCode(value);
  });
}

function padded(value: number, width: number): string {
  return value < 0 ? `-${String(-value).padStart(width - 1, '0')}` : String(value).padStart(width, '0');
}

const MAX_DEPTH = 32;

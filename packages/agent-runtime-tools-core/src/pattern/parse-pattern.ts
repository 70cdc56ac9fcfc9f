import type { PatternNode } from './pattern-node.ts';

export interface ParsePatternOptions {
  /** Whether `(?=...)`, `(?!...)`, `(?<=...)` and `(?<!...)` are allowed. Default false. */
  readonly lookAround?: boolean;
}

/** Parses a regular expression that the native engine accepts. Throws a SyntaxError for what needs backtracking. */
export function parsePattern(source: string, { lookAround = false }: ParsePatternOptions = {}): PatternNode {
  const reader = { source, at: 0, depth: 0, lookaroundsLeft: lookAround ? MAX_LOOKAROUNDS : 0 };
  const node = readChoice(reader);
  if (reader.at < source.length) throw new SyntaxError(`Unmatched ')' at ${reader.at}.`);
  return node;
}

interface Reader {
  readonly source: string;
  at: number;
  depth: number;
  lookaroundsLeft: number;
}

const MAX_DEPTH = 50;
/** Each lookaround takes another pass over the text. */
const MAX_LOOKAROUNDS = 20;
const LOOKAROUND_START = /\(\?(<?)([=!])/y;

function readChoice(reader: Reader): PatternNode {
  const options = [readSequence(reader)];
  while (reader.source[reader.at] === '|') {
    reader.at += 1;
    options.push(readSequence(reader));
  }
  return options.length === 1 && options[0] ? options[0] : { kind: 'choice', options };
}

function readSequence(reader: Reader): PatternNode {
  const parts: PatternNode[] = [];
  while (reader.at < reader.source.length && !'|)'.includes(reader.source[reader.at] ?? '')) {
    parts.push(readRepeat(reader, readAtom(reader)));
  }
  return { kind: 'sequence', parts };
}

const COUNT = /\{(\d+)(?:(,)(\d*))?\}/y;

function readRepeat(reader: Reader, part: PatternNode): PatternNode {
  const bounds = readBounds(reader);
  if (!bounds) return part;
  // Lazy or greedy makes no difference to whether there is a match.
  if (reader.source[reader.at] === '?') reader.at += 1;
  return { kind: 'repeat', part, ...bounds };
}

function readBounds(reader: Reader): { min: number; max: number } | undefined {
  const simple = SIMPLE_BOUNDS[reader.source[reader.at] ?? ''];
  if (simple) {
    reader.at += 1;
    return simple;
  }
  COUNT.lastIndex = reader.at;
  const count = COUNT.exec(reader.source);
  if (!count) return undefined;
  reader.at += count[0].length;
  const min = Number(count[1]);
  if (count[2] === undefined) return { min, max: min };
  return { min, max: count[3] === '' ? Infinity : Number(count[3]) };
}

const SIMPLE_BOUNDS: Readonly<Record<string, { min: number; max: number }>> = {
  '*': { min: 0, max: Infinity },
  '+': { min: 1, max: Infinity },
  '?': { min: 0, max: 1 },
};

function readAtom(reader: Reader): PatternNode {
  const { source, at } = reader;
  switch (source[at]) {
    case '(':
      return readGroup(reader);
    case '[':
      return character(reader, classLength(source, at));
    case '\\':
      return readEscape(reader);
    case '^':
      reader.at += 1;
      return { kind: 'assertion', at: 'start' };
    case '$':
      reader.at += 1;
      return { kind: 'assertion', at: 'end' };
    default:
      return character(reader, (source.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
  }
}

const GROUP_START = /\((?:\?:|\?<[^=!>][^>]*>)?/y;

function readGroup(reader: Reader): PatternNode {
  LOOKAROUND_START.lastIndex = reader.at;
  const lookaround = reader.lookaroundsLeft > 0 ? LOOKAROUND_START.exec(reader.source) : null;
  if (lookaround !== null) {
    reader.lookaroundsLeft -= 1;
    const part = readGroupContent(reader, lookaround[0].length);
    return { kind: 'lookaround', ahead: lookaround[1] === '', negated: lookaround[2] === '!', part };
  }
  GROUP_START.lastIndex = reader.at;
  const start = GROUP_START.exec(reader.source)?.[0] ?? '(';
  if (reader.source[reader.at + start.length] === '?') {
    const opening = reader.source.slice(reader.at, reader.at + 4);
    throw new SyntaxError(`'${opening}' at ${reader.at} is not supported: no look-around, no modifiers.`);
  }
  return readGroupContent(reader, start.length);
}

/** Reads from the opening of a group, which has the given length, to the closing bracket. */
function readGroupContent(reader: Reader, openingLength: number): PatternNode {
  reader.at += openingLength;
  reader.depth += 1;
  if (reader.depth > MAX_DEPTH) throw new SyntaxError(`Groups are nested more than ${MAX_DEPTH} deep.`);
  const node = readChoice(reader);
  if (reader.source[reader.at] !== ')') throw new SyntaxError(`The group is not closed.`);
  reader.at += 1;
  reader.depth -= 1;
  return node;
}

const ESCAPE = /\\(?:c[A-Za-z]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]+\}|[pP]\{[^}]*\}|[^])/uy;

function readEscape(reader: Reader): PatternNode {
  const next = reader.source[reader.at + 1] ?? '';
  if (next === 'b' || next === 'B') {
    reader.at += 2;
    return { kind: 'assertion', at: next === 'b' ? 'boundary' : 'inside' };
  }
  if (/[1-9k]/.test(next)) throw new SyntaxError(`The back-reference at ${reader.at} is not supported.`);
  ESCAPE.lastIndex = reader.at;
  const escape = ESCAPE.exec(reader.source)?.[0];
  if (escape === undefined) throw new SyntaxError(`The escape at ${reader.at} is not complete.`);
  return character(reader, escape.length);
}

function character(reader: Reader, length: number): PatternNode {
  const source = reader.source.slice(reader.at, reader.at + length);
  reader.at += length;
  return { kind: 'character', source };
}

function classLength(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
  if (at >= source.length) throw new SyntaxError(`The class at ${start} is not closed.`);
  return at + 1 - start;
}

import { bracketEnd, bracketExpression, type CharacterTest } from './bracket-expression.ts';
import { expandBraces } from './expand-braces.ts';
import { findLiteral, matchLiteralPieces, matchPieces } from './match-pieces.ts';

export interface NameGlobOptions {
  readonly ignoreCase?: boolean;
  /**
   * What `[...]` matches: the characters it lists, or any one character. `'any'` is for a caller that must not miss a match
   * of a shell, whose sets depend on its language; a `[` that is not closed then matches any text.
   */
  readonly brackets?: 'listed' | 'any';
  /** Whether `{a,b}` is expanded. Default true. */
  readonly braces?: boolean;
}

export type NameTest = (name: string) => boolean;

/**
 * Compiles a pattern for names: `*` is any text, `?` one character, `[a-z]` a set, `{a,b}` alternatives, `\` takes the next
 * character literally. Throws a SyntaxError for a pattern with a `[` that is not closed or with too many alternatives.
 */
export function compileNameGlob(pattern: string, options: NameGlobOptions = {}): NameTest {
  return compileNameGlobs([pattern], options);
}

/** Compiles several patterns into one test: a name must match one of them. Names without wildcards cost one look-up. */
export function compileNameGlobs(patterns: readonly string[], options: NameGlobOptions = {}): NameTest {
  const { ignoreCase = false, braces = true } = options;
  const exact = new Set<string>();
  const prefixes: string[] = [];
  const suffixes: string[] = [];
  const tests: NameTest[] = [];
  for (const pattern of patterns.flatMap((each) => (braces ? alternativesOf(each) : [each]))) {
    const parsed = parsePieces(ignoreCase ? pattern.toLowerCase() : pattern, options);
    const [first, second] = parsed;
    if (!parsed.every(isLiteral)) tests.push(tokenTest(parsed));
    else if (second === undefined) exact.add(first?.literal ?? '');
    else if (parsed.length === 2 && second.literal === '') prefixes.push(first?.literal ?? '');
    else if (parsed.length === 2 && first?.literal === '') suffixes.push(second.literal ?? '');
    else tests.push(literalTest(parsed.map(({ literal }) => literal)));
  }
  const test: NameTest = (name) =>
    exact.has(name) ||
    prefixes.some((prefix) => name.startsWith(prefix)) ||
    suffixes.some((suffix) => name.endsWith(suffix)) ||
    tests.some((each) => each(name));
  return ignoreCase ? (name) => test(name.toLowerCase()) : test;
}

/** Whether a pattern has no wildcards, braces or escapes: it matches exactly one name. */
export function isLiteralGlob(pattern: string): boolean {
  return !/[*?[\]{}\\]/.test(pattern);
}

/** Throws a SyntaxError for too many. */
export function alternativesOf(pattern: string): string[] {
  const alternatives = expandBraces(pattern);
  if (alternatives === undefined)
    throw new SyntaxError(`${JSON.stringify(pattern.slice(0, 100))} has too many alternatives`);
  return alternatives;
}

/** What stands between two stars. */
interface Piece {
  /** How many characters it matches. */
  readonly length: number;
  /** Undefined when it has wildcards. */
  readonly literal: string | undefined;
  readonly tokens: readonly Token[];
}

interface LiteralPiece extends Piece {
  readonly literal: string;
}

/** A character, or a test for one. */
type Token = string | CharacterTest;

function isLiteral(piece: Piece): piece is LiteralPiece {
  return piece.literal !== undefined;
}

function literalTest(pieces: readonly string[]): NameTest {
  return (name) => matchLiteralPieces(pieces, name);
}

function tokenTest(pieces: readonly Piece[]): NameTest {
  return (name) => {
    // Without surrogates, the characters of a string are its code units.
    const characters = SURROGATE.test(name) ? Array.from(name) : name;
    return matchPieces(pieces, characters.length, ({ literal, tokens }, from, to) => {
      if (literal !== undefined && typeof characters === 'string') return findLiteral(characters, literal, from, to);
      for (let start = from; start <= to; start++) if (fitsAt(tokens, characters, start)) return start;
      return -1;
    });
  };
}

function fitsAt(tokens: readonly Token[], characters: string | readonly string[], start: number): boolean {
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    const character = characters[start + at];
    if (token === undefined || character === undefined) return false;
    if (typeof token === 'string' ? token !== character : !token(character)) return false;
  }
  return true;
}

function parsePieces(pattern: string, options: NameGlobOptions): Piece[] {
  const pieces: Piece[] = [];
  let tokens: Token[] = [];
  for (let at = 0; at < pattern.length;) {
    const { token, end } = readToken(pattern, at, options);
    at = end;
    if (token !== STAR) tokens.push(token);
    else {
      // Several stars are one.
      if (tokens.length > 0 || pieces.length === 0) pieces.push(pieceOf(tokens));
      tokens = [];
    }
  }
  pieces.push(pieceOf(tokens));
  return pieces;
}

function readToken(
  pattern: string,
  at: number,
  { ignoreCase = false, brackets = 'listed' }: NameGlobOptions,
): { readonly token: Token | typeof STAR; readonly end: number } {
  const character = characterAt(pattern, at);
  const end = at + character.length;
  if (character === '*') return { token: STAR, end };
  if (character === '?') return { token: ANY_CHARACTER, end };
  if (character === '\\' && end < pattern.length) {
    const escaped = characterAt(pattern, end);
    return { token: escaped, end: end + escaped.length };
  }
  if (character !== '[') return { token: character, end };
  const close = bracketEnd(pattern, at);
  if (brackets === 'any') return { token: close === at ? STAR : ANY_CHARACTER, end: close + 1 };
  if (close === at) throw new SyntaxError(`${JSON.stringify(pattern.slice(0, 100))} has a "[" that is not closed`);
  return { token: bracketExpression(pattern.slice(end, close), { ignoreCase }), end: close + 1 };
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

function pieceOf(tokens: readonly Token[]): Piece {
  const isPlain = tokens.every((token) => typeof token === 'string');
  const literal = isPlain ? tokens.join('') : undefined;
  return { tokens, literal, length: tokens.length };
}

const STAR = Symbol('*');
const ANY_CHARACTER: CharacterTest = () => true;
const SURROGATE = /[\uD800-\uDFFF]/;

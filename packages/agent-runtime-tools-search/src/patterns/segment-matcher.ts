import { classEnd } from './expand-braces.ts';

/** One part of a glob between slashes. Time grows with the name's length times the pattern's, never faster. */
export class SegmentMatcher {
  readonly #tokens: readonly Token[];

  /** Throws a SyntaxError for a class that is not closed or has a range the wrong way round. */
  constructor(pattern: string) {
    this.#tokens = parse(pattern);
  }

  /** Undefined when it has wildcards. */
  get literal(): string | undefined {
    return this.#tokens.every((token) => typeof token === 'string') ? this.#tokens.join('') : undefined;
  }

  matches(name: string): boolean {
    const characters = Array.from(name);
    const tokens = this.#tokens;
    let [at, token, star, resume] = [0, 0, -1, 0];
    while (at < characters.length) {
      const current = tokens[token];
      if (current === STAR) {
        star = token++;
        resume = at;
      } else if (current !== undefined && fits(current, characters[at] ?? '')) {
        token++;
        at++;
      } else if (star !== -1) {
        token = star + 1;
        at = ++resume;
      } else return false;
    }
    while (tokens[token] === STAR) token++;
    return token === tokens.length;
  }
}

type Token = string | typeof STAR | typeof ANY | CharacterClass;
const STAR = Symbol('*');
const ANY = Symbol('?');

interface CharacterClass {
  readonly negated: boolean;
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

function fits(token: Token, character: string): boolean {
  if (typeof token === 'string') return token === character;
  if (typeof token === 'symbol') return token === ANY;
  const code = character.codePointAt(0) ?? 0;
  return token.ranges.some(([from, to]) => code >= from && code <= to) !== token.negated;
}

function parse(pattern: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length;) {
    const character = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
    if (character === '\\' && at + 1 < pattern.length) {
      const escaped = String.fromCodePoint(pattern.codePointAt(at + 1) ?? 0);
      tokens.push(escaped);
      at += 1 + escaped.length;
    } else if (character === '[') {
      const end = classEnd(pattern, at);
      if (end === at) throw new SyntaxError('a class is not closed: "]" is missing');
      tokens.push(characterClass(pattern.slice(at + 1, end)));
      at = end + 1;
    } else {
      if (character !== '*') tokens.push(character === '?' ? ANY : character);
      else if (tokens.at(-1) !== STAR) tokens.push(STAR);
      at += character.length;
    }
  }
  return tokens;
}

function characterClass(text: string): CharacterClass {
  const negated = text.startsWith('!') || text.startsWith('^');
  const codes = Array.from(negated ? text.slice(1) : text, (character) => character.codePointAt(0) ?? 0);
  const ranges: [number, number][] = [];
  for (let at = 0; at < codes.length; at++) {
    const from = codes[at] ?? 0;
    const isRange = codes[at + 1] === DASH && at + 2 < codes.length;
    const to = isRange ? (codes[at + 2] ?? 0) : from;
    if (to < from) throw new SyntaxError('a range in a class runs the wrong way');
    ranges.push([from, to]);
    if (isRange) at += 2;
  }
  return { negated, ranges };
}

const DASH = '-'.charCodeAt(0);

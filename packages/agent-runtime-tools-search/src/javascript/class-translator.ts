import { escapedCharacter, literal, MAX_DEPTH, POSIX, propertyClass, SHORTHANDS } from './pattern-characters.ts';
import { PatternError, UnsupportedPattern } from './pattern-errors.ts';

/** A class such as `[a-z[^x]\d[:alpha:]]`, with the meaning it has in Rust. */
export class ClassTranslator {
  readonly #pattern: string;
  readonly #broken: string;
  #at: number;

  constructor(pattern: string, at: number, broken: string) {
    this.#pattern = pattern;
    this.#broken = broken;
    this.#at = at;
  }

  translate(): { source: string; end: number } {
    return { source: this.#bracket(0), end: this.#at };
  }

  #bracket(depth: number): string {
    if (depth > MAX_DEPTH) throw new UnsupportedPattern('classes nested this deep');
    this.#at++;
    const negated = this.#pattern[this.#at] === '^';
    if (negated) this.#at++;
    let items = '';
    for (let isFirst = true; ; isFirst = false) {
      const next = this.#pattern[this.#at];
      if (next === undefined) throw new PatternError('unclosed character class');
      if (next === ']' && !isFirst) break;
      items += this.#item(depth);
    }
    this.#at++;
    return negated ? `[^${items}${this.#broken}]` : `[${items}]`;
  }

  #item(depth: number): string {
    const rest = this.#pattern.slice(this.#at, this.#at + 80);
    if (/^(?:&&|--|~~)/.test(rest)) throw new UnsupportedPattern('set operations in a class');
    const posix = /^\[:(\^?)([a-z]+):\]/.exec(rest);
    if (posix !== null) {
      this.#at += posix[0].length;
      const inner = POSIX[posix[2] ?? ''];
      if (inner === undefined) throw new PatternError('unrecognized ASCII class');
      return posix[1] === '^' ? `[^${inner}${this.#broken}]` : `[${inner}]`;
    }
    if (rest.startsWith('[')) return this.#bracket(depth + 1);
    const shorthand = /^\\([dDwWsS])/.exec(rest)?.[1];
    if (shorthand !== undefined) {
      this.#at += 2;
      const inner = SHORTHANDS[shorthand.toLowerCase()] ?? '';
      return shorthand === shorthand.toLowerCase() ? `[${inner}]` : `[^${inner}${this.#broken}]`;
    }
    const property = /^\\([pP])(?:\{(\^?)([^}]*)\}|(\p{L}))/u.exec(rest);
    if (property !== null) {
      this.#at += property[0].length;
      return `[${propertyClass(property)}]`;
    }
    return this.#range();
  }

  #range(): string {
    const from = this.#member();
    const rest = this.#pattern.slice(this.#at, this.#at + 2);
    if (!/^-[^\]-]/u.test(rest)) return literal(String.fromCodePoint(from));
    this.#at++;
    const to = this.#member();
    if (to < from) throw new PatternError('invalid character class range, the start must be <= the end');
    return `${literal(String.fromCodePoint(from))}-${literal(String.fromCodePoint(to))}`;
  }

  #member(): number {
    if (this.#pattern[this.#at] !== '\\') {
      const code = this.#pattern.codePointAt(this.#at) ?? 0;
      this.#at += code > 0xffff ? 2 : 1;
      return code;
    }
    const [text, code] = escapedCharacter(this.#pattern.slice(this.#at));
    this.#at += text.length;
    return code;
  }
}

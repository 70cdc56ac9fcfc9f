import {
  ANCHORS,
  escapedCharacter,
  LINE_END,
  LINE_START,
  literal,
  POSIX_CLASSES,
  propertyClass,
  SHORTHAND_CLASSES,
  TEXT_END,
  TEXT_START,
} from './pattern-characters.ts';
import { PatternError, UnsupportedPattern } from './pattern-errors.ts';

/** A Rust regular expression as the source of a JavaScript one, for the flags `gv`, plus `i` with `ignoreCase`. */
export interface TranslatedPattern {
  readonly source: string;
  readonly ignoreCase: boolean;
  /** Some part of it can match a newline, so a match may span lines. */
  readonly crossesLines: boolean;
  /** It has `^` or `$`, for which ripgrep looks at more than one line at a time. */
  readonly isAnchored: boolean;
  /** It repeats nothing, so it takes time in proportion to the text. */
  readonly isSimple: boolean;
}

export interface TranslateOptions {
  readonly ignoreCase: boolean;
  readonly literal: boolean;
  /** The text is not valid UTF-8: `.` and negated classes must not match the U+FFFD that stands for invalid bytes. */
  readonly hasBrokenBytes: boolean;
}

/**
 * Translates a pattern element by element. Throws PatternError or UnsupportedPattern.
 *
 *     (?P<year>\d{4})$    ->    (?:(?:[\p{Nd}]){4})(?![^\n\r])…
 */
export function translatePattern(pattern: string, options: TranslateOptions): TranslatedPattern {
  const { ignoreCase } = options;
  if (!options.literal) return new Translator(pattern, options).translate();
  const source = Array.from(pattern, literal).join('');
  return { source, ignoreCase, crossesLines: pattern.includes('\n'), isAnchored: false, isSimple: true };
}

interface Flags {
  readonly dotAll: boolean;
  readonly multiLine: boolean;
}

class Translator {
  readonly #pattern: string;
  /** What negated classes exclude in addition. */
  readonly #broken: string;
  #at = 0;
  #source = '';
  /** Where the element before the current one begins in `#source`: a quantifier repeats it. */
  #elementStart: number | undefined;
  /** The open groups: where they begin in `#source`, and the flags around them. */
  readonly #groups: { readonly start: number; readonly flags: Flags }[] = [];
  #flags: Flags = { dotAll: false, multiLine: true };
  #ignoreCase: boolean;
  #crossesLines = false;
  #isAnchored = false;
  #isSimple = true;

  constructor(pattern: string, { ignoreCase, hasBrokenBytes }: TranslateOptions) {
    this.#pattern = pattern;
    this.#ignoreCase = ignoreCase;
    this.#broken = hasBrokenBytes ? '\\ufffd' : '';
  }

  translate(): TranslatedPattern {
    while (this.#at < this.#pattern.length) {
      const token = this.#next(TOKEN);
      if (token.startsWith('(')) this.#openGroup(token);
      else if (token === ')') this.#closeGroup();
      else if (token === '|') this.#separate(token);
      else if (/^[*+?{]/.test(token)) this.#repeat(token);
      else this.#element(this.#translateElement(token));
    }
    if (this.#groups.length > 0) throw new PatternError('unclosed group');
    return {
      source: this.#source,
      ignoreCase: this.#ignoreCase,
      crossesLines: this.#crossesLines,
      isAnchored: this.#isAnchored,
      isSimple: this.#isSimple,
    };
  }

  #next(expression: RegExp): string {
    expression.lastIndex = this.#at;
    const token = expression.exec(this.#pattern)?.[0] ?? '';
    this.#at += token.length;
    return token;
  }

  #element(source: string): void {
    this.#elementStart = this.#source.length;
    this.#source += source;
  }

  /** Adds something that no quantifier can repeat. */
  #separate(source: string): void {
    this.#elementStart = undefined;
    this.#source += source;
  }

  /** `(`, `(?<name>` and `(?s:` open a group, all without a capture; `(?s)` sets flags for the rest of its group. */
  #openGroup(token: string): void {
    if (/^\(\?<?[=!]/.test(token))
      throw new PatternError('look-around, including look-ahead and look-behind, is not supported');
    const flags = /^\(\?([a-zA-Z]*)(?:-([a-zA-Z]+))?[:)]$/.exec(token);
    if (flags === null && !/^\((?:\?P?<.+>)?$/u.test(token)) throw new PatternError('unrecognized flag');
    const isFirst = token.endsWith(')') && token.length === this.#at;
    const inner = this.#withFlags({ on: flags?.[1] ?? '', off: flags?.[2] ?? '', isFirst });
    if (!token.endsWith(')')) {
      if (this.#groups.length > MAX_DEPTH) throw new UnsupportedPattern('groups nested this deep');
      this.#groups.push({ start: this.#source.length, flags: this.#flags });
      this.#source += '(?:';
    }
    this.#elementStart = undefined;
    this.#flags = inner;
  }

  #closeGroup(): void {
    const group = this.#groups.pop();
    if (group === undefined) throw new PatternError('unopened group');
    this.#source += ')';
    this.#elementStart = group.start;
    this.#flags = group.flags;
  }

  #withFlags({ on, off, isFirst }: { on: string; off: string; isFirst: boolean }): Flags {
    for (const flag of on + off) {
      if (!'imsUuxR'.includes(flag)) throw new PatternError('unrecognized flag');
      if (flag === 'i' && on.includes('i') && (isFirst || this.#ignoreCase)) this.#ignoreCase = true;
      else if (flag !== 's' && flag !== 'm') throw new UnsupportedPattern(`the flag ${flag} inside a pattern`);
    }
    const { dotAll, multiLine } = this.#flags;
    return {
      dotAll: on.includes('s') || (dotAll && !off.includes('s')),
      multiLine: on.includes('m') || (multiLine && !off.includes('m')),
    };
  }

  #repeat(token: string): void {
    const counted = /^\{(\d{0,5})(,?)(\d{0,5})\}(\??)$/.exec(token);
    const [, low = '', comma = '', high = '', lazy = ''] = counted ?? [];
    if (this.#elementStart === undefined) throw new PatternError('repetition operator missing expression');
    if (token.startsWith('{')) {
      if (counted === null || (low === '' && (high === '' || comma === '')))
        throw new PatternError('repetition quantifier expects a valid decimal');
      if (high !== '' && Number(high) < Number(low)) throw new PatternError('invalid repetition count range');
    }
    const quantifier = counted === null ? token : `{${low || '0'}${comma}${high}}${lazy}`;
    const element = this.#source.slice(this.#elementStart);
    this.#source = `${this.#source.slice(0, this.#elementStart)}(?:${element})${quantifier}`;
    this.#isSimple = false;
  }

  #translateElement(token: string): string {
    if (token.startsWith('[')) return this.#noteLines(this.#class(token));
    if (token.startsWith('\\')) return this.#escape(token);
    const { dotAll, multiLine } = this.#flags;
    if (token === '.') return this.#noteLines(`[^${dotAll ? '' : '\\n\\r'}${this.#broken}]`);
    if (token === '^' || token === '$') {
      this.#isAnchored ||= multiLine;
      return token === '^' ? (multiLine ? LINE_START : TEXT_START) : multiLine ? LINE_END : TEXT_END;
    }
    this.#crossesLines ||= token === '\n';
    return literal(token);
  }

  #escape(token: string): string {
    if (token === '\\b' && this.#pattern[this.#at] === '{')
      throw new UnsupportedPattern('word boundaries of this form');
    const set = ANCHORS[token] ?? this.#classEscape(token);
    if (set !== undefined) return token in ANCHORS ? set : this.#noteLines(set);
    const code = escapedCharacter(token);
    this.#crossesLines ||= code === 10;
    return literal(String.fromCodePoint(code));
  }

  /** `\d`, `\W`, `\p{Greek}` as a class of JavaScript; undefined for any other escape. */
  #classEscape(token: string): string | undefined {
    const name = token.slice(1);
    if (/^[pP]/.test(name)) return `[${propertyClass(token)}]`;
    const inner = SHORTHAND_CLASSES[name.toLowerCase()];
    if (inner === undefined) return undefined;
    return name === name.toLowerCase() ? `[${inner}]` : `[^${inner}${this.#broken}]`;
  }

  /** A class such as `[a-z[^x]\d[:alpha:]]`. `opening` is `[` or `[^`, and a `]` right behind it, which is a member. */
  #class(opening: string, depth = 0): string {
    if (depth > MAX_DEPTH) throw new UnsupportedPattern('classes nested this deep');
    let source = opening.startsWith('[^') ? `[^${this.#broken}` : '[';
    if (opening.endsWith(']')) source += literal(']');
    for (;;) {
      const token = this.#next(CLASS_TOKEN);
      if (token === '') throw new PatternError('unclosed character class');
      if (token === ']') return `${source}]`;
      if (/^(?:&&|--|~~)$/.test(token)) throw new UnsupportedPattern('set operations in a class');
      source += this.#classItem(token, depth);
    }
  }

  #classItem(token: string, depth: number): string {
    const [, caret, name = ''] = /^\[:(\^?)([a-z]+):\]$/.exec(token) ?? [];
    if (caret !== undefined) {
      const inner = POSIX_CLASSES[name];
      if (inner === undefined) throw new PatternError('unrecognized ASCII class');
      return caret === '^' ? `[^${inner}${this.#broken}]` : `[${inner}]`;
    }
    if (token.startsWith('[')) return this.#class(token, depth + 1);
    const set = token.startsWith('\\') ? this.#classEscape(token) : undefined;
    if (set !== undefined) return set;
    const from = memberCode(token);
    if (!/^-[^\]-]/u.test(this.#pattern.slice(this.#at, this.#at + 2))) return literal(String.fromCodePoint(from));
    this.#at += 1;
    const to = memberCode(this.#next(CLASS_MEMBER));
    if (to < from) throw new PatternError('invalid character class range, the start must be <= the end');
    return `${literal(String.fromCodePoint(from))}-${literal(String.fromCodePoint(to))}`;
  }

  #noteLines(set: string): string {
    try {
      this.#crossesLines ||= new RegExp(set, 'v').test('\n');
    } catch {
      throw new UnsupportedPattern('a class of this form');
    }
    return set;
  }
}

/** How deep groups and classes may be nested. */
const MAX_DEPTH = 100;

function memberCode(token: string): number {
  return token.startsWith('\\') ? escapedCharacter(token) : (token.codePointAt(0) ?? 0);
}

const ESCAPE = String.raw`\\[pP](?:\{[^}]*\}|\p{L})|\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[xuU]\{[\da-fA-F]{1,8}\})|\\[^]?`;
const GROUP = String.raw`\(\?<?[=!]|\(\?P?<[\p{L}_][\p{L}\p{N}_.\[\]]*>|\(\?[a-zA-Z]*(?:-[a-zA-Z]+)?[:\)]|\(\??`;
const TOKEN = new RegExp(`${ESCAPE}|${GROUP}|${String.raw`\[\^?\]?|[*+?]\??|\{[^}]*\}\??`}|[^]`, 'uy');
const CLASS_TOKEN = new RegExp(String.raw`\[:\^?[a-z]+:\]|${ESCAPE}|\[\^?\]?|&&|--|~~|[^]`, 'uy');
const CLASS_MEMBER = new RegExp(`${ESCAPE}|[^]`, 'uy');

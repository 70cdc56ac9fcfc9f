import { ClassTranslator } from './class-translator.ts';
import { escapedCharacter, literal, MAX_DEPTH, propertyClass, SHORTHANDS, WORD } from './pattern-characters.ts';
import { PatternError, UnsupportedPattern } from './pattern-errors.ts';

/** A pattern in the words of JavaScript. */
export interface TranslatedPattern {
  readonly source: string;
  readonly ignoreCase: boolean;
  /** Some part of it can match a line break, so that a match may span lines. */
  readonly crossesLines: boolean;
  /** It says where a line begins or ends, so that ripgrep looks at more than one line at a time. */
  readonly isAnchored: boolean;
  /** It has nothing that repeats: it takes time in proportion to the text. */
  readonly isSimple: boolean;
}

/** What `.` and negated classes match besides: in text that is not UTF-8, not what stands for broken bytes. */
export interface TranslateOptions {
  readonly ignoreCase: boolean;
  readonly literal: boolean;
  readonly hasBrokenBytes: boolean;
}

/** Rust's syntax and meaning, as far as JavaScript can express it. Throws PatternError or UnsupportedPattern. */
export function translatePattern(pattern: string, options: TranslateOptions): TranslatedPattern {
  if (options.literal) {
    const source = pattern.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll('-', '\\x2d');
    return {
      source,
      ignoreCase: options.ignoreCase,
      crossesLines: pattern.includes('\n'),
      isAnchored: false,
      isSimple: true,
    };
  }
  const translator = new Translator(pattern, options);
  return translator.translate();
}

interface Flags {
  readonly dotAll: boolean;
  readonly multiLine: boolean;
}

class Translator {
  readonly #pattern: string;
  readonly #broken: string;
  #at = 0;
  #ignoreCase: boolean;
  #crossesLines = false;
  #isAnchored = false;
  #isSimple = true;
  #depth = 0;

  constructor(pattern: string, { ignoreCase, hasBrokenBytes }: TranslateOptions) {
    this.#pattern = pattern;
    this.#ignoreCase = ignoreCase;
    this.#broken = hasBrokenBytes ? '\\ufffd' : '';
  }

  translate(): TranslatedPattern {
    const source = this.#alternatives({ dotAll: false, multiLine: true });
    if (this.#at < this.#pattern.length) throw new PatternError('unopened group');
    return {
      source,
      ignoreCase: this.#ignoreCase,
      crossesLines: this.#crossesLines,
      isAnchored: this.#isAnchored,
      isSimple: this.#isSimple,
    };
  }

  #alternatives(start: Flags): string {
    let flags = start;
    let source = '';
    for (;;) {
      const next = this.#pattern[this.#at];
      if (next === undefined || next === ')') return source;
      if (next === '|') {
        this.#at++;
        source += '|';
        continue;
      }
      const set = this.#flagGroup(flags);
      if (set !== undefined) {
        flags = set;
        continue;
      }
      source += this.#repeated(this.#atom(flags));
    }
  }

  /** `(?s)`: for what follows in the same group. */
  #flagGroup(flags: Flags): Flags | undefined {
    const found = /^\(\?([a-zA-Z]*)(?:-([a-zA-Z]+))?\)/.exec(this.#pattern.slice(this.#at, this.#at + 20));
    if (found === null) return undefined;
    const [text, on = '', off = ''] = found;
    const isFirst = this.#at === 0;
    this.#at += text.length;
    return this.#withFlags(flags, { on, off, isFirst });
  }

  #withFlags(flags: Flags, { on, off, isFirst }: { on: string; off: string; isFirst: boolean }): Flags {
    for (const flag of on + off) {
      if (!'imsUuxR'.includes(flag)) throw new PatternError('unrecognized flag');
      if (flag === 'i' && on.includes('i') && (isFirst || this.#ignoreCase)) this.#ignoreCase = true;
      else if (flag !== 's' && flag !== 'm') throw new UnsupportedPattern(`the flag ${flag} inside a pattern`);
    }
    return {
      dotAll: on.includes('s') || (flags.dotAll && !off.includes('s')),
      multiLine: on.includes('m') || (flags.multiLine && !off.includes('m')),
    };
  }

  #repeated(atom: { source: string; canRepeat: boolean }): string {
    const found = /^(?:[*+?]|\{(\d{0,5})(,?)(\d{0,5})\})/.exec(this.#pattern.slice(this.#at, this.#at + 14));
    const next = this.#pattern[this.#at];
    if (found === null) {
      if (next === '{') throw new PatternError('repetition quantifier expects a valid decimal');
      return atom.source;
    }
    const [text, low, comma, high] = found;
    if (low === '' && (high === '' || comma === ''))
      throw new PatternError('repetition quantifier expects a valid decimal');
    if (low !== undefined && high !== undefined && high !== '' && Number(high) < Number(low))
      throw new PatternError('invalid repetition count range');
    if (!atom.canRepeat) throw new PatternError('repetition operator missing expression');
    this.#isSimple = false;
    this.#at += text.length;
    const isLazy = this.#pattern[this.#at] === '?';
    if (isLazy) this.#at++;
    const counted = low === undefined ? text : `{${low === '' ? '0' : low}${comma ?? ''}${high ?? ''}}`;
    const once = `${/^(?:\\.|\\u\{[^}]*\}|\[[^]*\]|\(\?:[^]*\)|.)$/u.test(atom.source) ? atom.source : `(?:${atom.source})`}${counted}${isLazy ? '?' : ''}`;
    return '*+?{'.includes(this.#pattern[this.#at] ?? ' ')
      ? this.#repeated({ source: `(?:${once})`, canRepeat: true })
      : once;
  }

  #atom(flags: Flags): { source: string; canRepeat: boolean } {
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0);
    switch (character) {
      case '(':
        return { source: this.#group(flags), canRepeat: true };
      case '[':
        return { source: this.#class(), canRepeat: true };
      case '.':
        this.#at++;
        return { source: this.#set(flags.dotAll ? `[^${this.#broken}]` : `[^\\n\\r${this.#broken}]`), canRepeat: true };
      case '^':
        this.#at++;
        this.#isAnchored ||= flags.multiLine;
        return { source: flags.multiLine ? LINE_START : TEXT_START, canRepeat: true };
      case '$':
        this.#at++;
        this.#isAnchored ||= flags.multiLine;
        return { source: flags.multiLine ? LINE_END : TEXT_END, canRepeat: true };
      case '*':
      case '+':
      case '?':
      case '{':
        throw new PatternError('repetition operator missing expression');
      case '\\':
        return { source: this.#escape(), canRepeat: true };
      default:
        this.#at += character.length;
        if (character === '\n') this.#crossesLines = true;
        return { source: literal(character), canRepeat: true };
    }
  }

  #group(flags: Flags): string {
    if (++this.#depth > MAX_DEPTH) throw new UnsupportedPattern('groups nested this deep');
    const rest = this.#pattern.slice(this.#at, this.#at + 80);
    if (/^\(\?<?[=!]/.test(rest))
      throw new PatternError('look-around, including look-ahead and look-behind, is not supported');
    const named = /^\(\?P?<([\p{L}_][\p{L}\p{N}_.[\]]*)>/u.exec(rest);
    const scoped = /^\(\?([a-zA-Z]*)(?:-([a-zA-Z]+))?:/.exec(rest);
    let inner = flags;
    if (named !== null) this.#at += named[0].length;
    else if (scoped !== null) {
      this.#at += scoped[0].length;
      inner = this.#withFlags(flags, { on: scoped[1] ?? '', off: scoped[2] ?? '', isFirst: false });
    } else if (rest.startsWith('(?')) throw new PatternError('unrecognized flag');
    else this.#at++;
    const source = this.#alternatives(inner);
    if (this.#pattern[this.#at] !== ')') throw new PatternError('unclosed group');
    this.#at++;
    this.#depth--;
    // Captures are of no use here.
    return `(?:${source})`;
  }

  #escape(): string {
    const rest = this.#pattern.slice(this.#at);
    const known = /^\\([dDwWsSbBAz])/.exec(rest)?.[1];
    if (known !== undefined && !rest.startsWith('\\b{')) {
      this.#at += 2;
      return known in ANCHORS ? (ANCHORS[known] ?? '') : this.#set(`[${this.#shorthand(known)}]`);
    }
    const property = /^\\([pP])(?:\{(\^?)([^}]*)\}|(\p{L}))/u.exec(rest);
    if (property !== null) {
      this.#at += property[0].length;
      return this.#set(`[${propertyClass(property)}]`);
    }
    const [text, code] = escapedCharacter(rest);
    this.#at += text.length;
    if (code === 10) this.#crossesLines = true;
    return literal(String.fromCodePoint(code));
  }

  #shorthand(name: string): string {
    const inner = SHORTHANDS[name.toLowerCase()] ?? '';
    return name === name.toLowerCase() ? inner : `^${inner}${this.#broken}`;
  }

  /** A class such as `[a-z&&[^x]--\d]`, with the meaning it has in Rust. */
  #class(): string {
    const { source, end } = new ClassTranslator(this.#pattern, this.#at, this.#broken).translate();
    this.#at = end;
    return this.#set(source);
  }

  #set(source: string): string {
    try {
      if (new RegExp(source, 'v').test('\n')) this.#crossesLines = true;
    } catch {
      throw new UnsupportedPattern('a class of this form');
    }
    return source;
  }
}

const LINE_START = String.raw`(?:(?<![^\n\r])(?<!\r(?=\n)))`;
const LINE_END = String.raw`(?:(?![^\n\r])(?<!\r(?=\n)))`;
const TEXT_START = '(?<![^])';
const TEXT_END = '(?![^])';
const ANCHORS: Readonly<Record<string, string>> = {
  A: TEXT_START,
  z: TEXT_END,
  b: `(?:(?<=[${WORD}])(?![${WORD}])|(?<![${WORD}])(?=[${WORD}]))`,
  B: `(?:(?<=[${WORD}])(?=[${WORD}])|(?<![${WORD}])(?![${WORD}]))`,
};

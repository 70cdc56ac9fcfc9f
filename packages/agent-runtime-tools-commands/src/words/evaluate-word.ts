import type { ParameterExpansionPart, Word, WordPart } from 'unbash';
import type { CommandWord } from '../command-analysis.ts';
import { hasHiddenCharacters } from '../script/text-checks/encoding.ts';
import { expandPlainBraces } from './expand-braces.ts';
import { checkParameter } from './parameter-expansion.ts';
import type { SourceRange, WordContext } from './word-context.ts';

/**
 * Evaluates a word to one argument, or to several for braces.
 *
 *     "a b".txt   ->  literal  a b.txt
 *     *.ts        ->  glob     *.ts
 *     x$y         ->  unknown, with the known prefix x
 */
export function evaluateWord(word: Word, host: WordContext): CommandWord[] {
  if (word.parts === undefined) return [plainWord(word, host)];
  if (word.parts.some((part) => part.type === 'BraceExpansion')) return bracedWords(word, host);
  return [new WordBuilder(word.text, host).build(word.parts)];
}

/** Evaluates a word where it is always one argument: in assignments, redirects and tests. */
export function evaluateAsOneWord(word: Word, host: WordContext): CommandWord {
  const [first, ...others] = evaluateWord(word, host);
  // A glob that is one argument stands for a file, so its text is not its value.
  const isFile = first?.kind === 'glob' && first.single;
  if (first !== undefined && others.length === 0 && !isFile) return { ...first, single: true };
  return { text: word.text, value: word.value, kind: 'unknown', knownPrefix: '', single: true };
}

/** Analyses the substitutions of a word inside an expansion or a pattern. Returns a guess at the word. */
export function visitNestedWord(word: Word | undefined, host: WordContext): string {
  if (word?.parts === undefined) return word?.value ?? '';
  return new WordBuilder(word.text, host).build(word.parts).value;
}

export function literalWord(value: string, text = value): CommandWord {
  return { text, value, kind: 'literal', knownPrefix: value, single: true };
}

function plainWord(word: Word, host: WordContext): CommandWord {
  const { text } = word;
  if (PLAIN.test(text)) {
    if (word.value === text) return literalWord(text);
  } else if (unescaped(text) === word.value) {
    checkCharacters(text, word, host);
    return text.charCodeAt(0) === TILDE ? tildeWord(text, word.value, host) : literalWord(word.value, text);
  }
  host.problem('syntax', 'the word cannot be read with certainty', word);
  return { text, value: word.value, kind: 'unknown', knownPrefix: '', single: false };
}

function checkCharacters(text: string, node: SourceRange, host: WordContext): void {
  if (hasHiddenCharacters(text.replaceAll(' ', ''))) {
    host.problem('encoding', 'it contains invisible characters or unusual blanks', node);
  }
}

/** Removes the backslashes of a word; undefined for a word with quotes or expansions. */
function unescaped(text: string): string | undefined {
  if (!text.includes('\\')) return SPECIAL.test(text) ? undefined : text;
  let value = '';
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\\' && at + 1 < text.length) {
      at++;
      if (text.charAt(at) !== '\n') value += text.charAt(at);
    } else if (SPECIAL.test(char)) {
      return undefined;
    } else {
      value += char;
    }
  }
  return value;
}

function tildeWord(text: string, value: string, host: WordContext): CommandWord {
  const expanded = expandTilde(value, host);
  if (expanded !== undefined && !text.includes('\\')) return literalWord(expanded, text);
  return { text, value: expanded ?? value, kind: 'unknown', knownPrefix: '/', single: true };
}

function expandTilde(value: string, host: WordContext): string | undefined {
  return value === '~' || value.startsWith('~/') ? host.home + value.slice(1) : undefined;
}

function bracedWords(word: Word, host: WordContext): CommandWord[] {
  if (host.dialect === 'posix') host.problem('syntax', 'braces mean different things in different shells', word);
  const texts = expandPlainBraces(word.text);
  if (texts === undefined) {
    visitNestedWord(word, host);
    return [{ text: word.text, value: word.value, kind: 'unknown', knownPrefix: '', single: false }];
  }
  // An empty result of a brace expansion is not an argument.
  return texts
    .filter((text) => text !== '')
    .map((text) => {
      if (GLOB.test(text)) return globWord(word.text, text, text, text.search(GLOB));
      if (text.startsWith('~')) return tildeWord(text, text, host);
      return literalWord(text, word.text);
    });
}

function globWord(text: string, value: string, pattern: string, startLength: number): CommandWord {
  const start = value.slice(0, startLength);
  // All matches of `--name=*` start with `--name=`, so it remains that option.
  return { text, value, pattern, kind: 'glob', knownPrefix: start, single: false };
}

/** Builds a word from its parts. */
class WordBuilder {
  private value = '';
  private pattern = '';
  private startLength = -1;
  private known = true;
  private glob = false;
  private several = false;
  private single = true;
  private printed: string | undefined;
  private readonly text: string;
  private readonly host: WordContext;

  constructor(text: string, host: WordContext) {
    this.text = text;
    this.host = host;
  }

  build(parts: readonly WordPart[]): CommandWord {
    for (const [at, part] of parts.entries()) {
      if (at === 0 && part.type === 'Literal' && part.text.charCodeAt(0) === TILDE) this.addTilde(part.value);
      else this.add(part, false);
    }
    const { text, value } = this;
    if (this.known && !this.glob) {
      const word = literalWord(value, text);
      return this.printed === undefined ? word : { ...word, likelyOutput: this.printed };
    }
    if (this.known) return { ...globWord(text, value, this.pattern, this.startLength), single: !this.several };
    return {
      text,
      value,
      kind: 'unknown',
      knownPrefix: value.slice(0, Math.max(this.startLength, 0)),
      single: this.single,
    };
  }

  private add(part: WordPart, quoted: boolean): void {
    switch (part.type) {
      case 'Literal':
        if (!quoted && !PLAIN.test(part.text)) checkCharacters(part.text, part, this.host);
        this.addText(part.value);
        return;
      case 'SingleQuoted':
        this.addText(part.value);
        return;
      case 'AnsiCQuoted':
        if (this.host.dialect === 'posix') {
          this.host.problem('syntax', "$'...' means different things in different shells", part);
        }
        this.addText(part.value);
        return;
      case 'DoubleQuoted':
      case 'LocaleString':
        for (const child of part.parts) this.add(child, true);
        return;
      case 'Glob':
        for (const child of part.parts ?? []) this.visit(child);
        this.addGlob(part.text);
        return;
      case 'ExtendedGlob':
        for (const child of part.parts ?? []) this.visit(child);
        this.addUnknown(part.text, quoted);
        return;
      case 'BraceExpansion':
        for (const child of part.parts ?? []) this.visit(child);
        this.addUnknown(part.text, false);
        return;
      case 'SimpleExpansion':
        this.addVariable(part.text.slice(1), part.text, quoted);
        return;
      case 'ParameterExpansion':
        this.addParameter(part, quoted);
        return;
      case 'CommandExpansion': {
        const printed = this.host.substitution(part.script, part);
        if (/^(?:\$\(pwd\)|`pwd`)$/.test(part.text)) this.addVariable('PWD', part.text, quoted);
        else this.addUnknown(printed ?? part.text, quoted);
        return;
      }
      case 'ArithmeticExpansion':
        this.host.arithmetic(part.expression, part);
        this.addUnknown(part.text, quoted);
        return;
      case 'ProcessSubstitution':
        this.printed = this.host.substitution(part.script, part);
        this.addText('/dev/fd/63');
    }
  }

  /** Analyses the substitutions of a part and ignores its text. */
  private visit(part: WordPart): void {
    new WordBuilder('', this.host).add(part, false);
    if (part.type !== 'Literal' && part.type !== 'SingleQuoted') this.known = false;
  }

  private addText(value: string): void {
    this.value += value;
    this.pattern += value.replace(GLOB_CHARACTERS, '\\$&');
  }

  private addGlob(text: string): void {
    this.several = true;
    this.addFile(text, text);
  }

  /** Adds a pattern that stands for one of its matches. */
  private addFile(text: string, pattern: string): void {
    this.endStart();
    this.glob = true;
    this.value += text;
    this.pattern += pattern;
  }

  private addTilde(value: string): void {
    const expanded = expandTilde(value, this.host);
    if (expanded === undefined) this.addUnknown(value, true);
    else this.addText(expanded);
  }

  private addParameter(part: ParameterExpansionPart, quoted: boolean): void {
    // Whether a quote inside double quotes counts depends on the operator.
    if (quoted && part.text.includes("'") && RUNS.test(part.text)) {
      this.host.problem('syntax', 'quotes within quotes cannot be read with certainty', part);
    }
    const guess = checkParameter(part, this.host, (word) => visitNestedWord(word, this.host));
    if (part.operation === undefined && part.index === undefined && part.prefix === undefined) {
      this.addVariable(part.parameter, part.text, quoted);
    } else {
      this.addUnknown(guess ?? part.text, quoted && !part.text.includes('@'));
    }
  }

  private addVariable(name: string, text: string, quoted: boolean): void {
    const certain = this.value.length < MAX_CERTAIN ? this.host.knownValue(name) : undefined;
    if (certain?.kind === 'literal' && (quoted || UNSPLIT.test(certain.value))) {
      this.addText(certain.value);
      return;
    }
    if (certain?.pattern !== undefined && quoted) {
      this.addFile(certain.value, certain.pattern);
      return;
    }
    // The positional parameters of a script without arguments are empty. That is a guess, so the word stays unknown.
    const guess = this.host.guessVariable(name) ?? (POSITIONAL.test(name) ? '' : text);
    this.addUnknown(guess, quoted && name !== '@');
  }

  private addUnknown(guess: string, single: boolean): void {
    this.endStart();
    this.known = false;
    if (!single) this.single = false;
    // Limits the growth of guesses that are made from guesses.
    if (this.value.length + guess.length <= MAX_GUESSED) this.value += guess;
  }

  private endStart(): void {
    if (this.startLength < 0) this.startLength = this.value.length;
  }
}

const TILDE = 126;
const MAX_GUESSED = 20_000;
const MAX_CERTAIN = 4096;
const PLAIN = /^[A-Za-z0-9_.,:/@%+=^-]+$/;
/** Values that are neither split nor matched as globs when unquoted. */
const UNSPLIT = /^[A-Za-z0-9_.,:/@%+=^~#!{}-]+$/;
/** Characters with a special meaning outside quotes. */
const SPECIAL = /[$`'"*?\\\n\t ;|&<>()]/;
const GLOB = /[*?[]/;
const GLOB_CHARACTERS = /[*?[\]\\]/g;
/** Substitutions that would run outside single quotes. */
const RUNS = /\$[('"]|`/;
const POSITIONAL = /^(?:[1-9]|[@*])$/;

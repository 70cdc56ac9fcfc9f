import { hasOption, optionValues, type Call } from '../../calls/call.ts';
import type { Findings } from '../../calls/findings.ts';
import { hazard } from '../program.ts';

/** Inspects the program and the files of an `awk` call. */
export function inspectAwk(call: Call, found: Findings): void {
  const given = optionValues(call, '-e', '--source');
  const isGiven = given.length > 0 || hasOption(call, '-f', '--file', '-E', '--exec');
  const programs = isGiven ? given : call.operands.slice(0, 1);
  for (const file of isGiven ? call.operands : call.operands.slice(1)) {
    if (!(file.kind === 'literal' && /^[A-Za-z_]\w*=/.test(file.text)) && file.text !== '-')
      found.addPath('read', file);
  }
  for (const program of programs) {
    if (program.kind !== 'literal') found.addUnknownArgument(program.index, 'the program is not known beforehand');
    else {
      const concern = awkConcern(program.text);
      if (concern !== undefined) found.addHazard(concern, program.index);
    }
  }
}

/**
 * The hazard of an awk program that does more than print, or that cannot be parsed with certainty.
 *
 *     { print $1 }           ->  undefined
 *     { print $1 > "out" }   ->  writes
 */
export function awkConcern(program: string): ReturnType<typeof hazard> | undefined {
  const reader = new AwkReader(program);
  while (reader.at < program.length) {
    const concern = reader.next();
    if (concern !== undefined) return concern;
  }
  return undefined;
}

class AwkReader {
  at = 0;
  private readonly program: string;
  /** A slash here is a division, not the start of a regular expression. */
  private afterValue = false;
  private lastWord = '';
  /** One entry per open parenthesis: true for the condition of a statement. */
  private readonly parentheses: boolean[] = [];
  /** The number of open parentheses where the current `print` began. */
  private printDepth: number | undefined;

  constructor(program: string) {
    this.program = program;
  }

  next(): ReturnType<typeof hazard> | undefined {
    const char = this.program.charAt(this.at);
    if (/[ \t\r]/.test(char)) {
      this.at++;
      return undefined;
    }
    if (/[A-Za-z_]/.test(char)) return this.word();
    if (/[\d.]/.test(char)) return this.skipNumber();
    if (char === '"') return this.string();
    if (char === '/' && !this.afterValue) return this.regex();
    if (char === '#') return this.comment();
    this.at++;
    return this.symbol(char);
  }

  private word(): ReturnType<typeof hazard> | undefined {
    const word = /^\w+/.exec(this.program.slice(this.at, this.at + 64))?.[0] ?? '';
    this.at += word.length;
    this.lastWord = word;
    this.afterValue = !KEYWORDS.has(word);
    if (word === 'print' || word === 'printf') this.printDepth = this.parentheses.length;
    if (word === 'system') return hazard('executes', 'the program runs a command');
    if (REACHING.has(word)) return hazard('unknown', `the program uses ${word}, which can read any file`);
    return undefined;
  }

  private skipNumber(): undefined {
    // A letter ends a number: `1system("x")` is two tokens.
    const number = NUMBER.exec(this.program.slice(this.at, this.at + 64))?.[0] ?? '';
    this.at += Math.max(number.length, 1);
    this.afterValue = true;
    return undefined;
  }

  private string(): ReturnType<typeof hazard> | undefined {
    for (let at = this.at + 1; at < this.program.length; at++) {
      const char = this.program.charAt(at);
      if (char === '\\') at++;
      else if (char === '\n') return UNREADABLE;
      else if (char === '"') {
        this.at = at + 1;
        this.afterValue = true;
        return undefined;
      }
    }
    return UNREADABLE;
  }

  private regex(): ReturnType<typeof hazard> | undefined {
    let inBrackets = false;
    for (let at = this.at + 1; at < this.program.length; at++) {
      const char = this.program.charAt(at);
      if (char === '\\') at++;
      else if (char === '\n') return UNREADABLE;
      else if (char === '[') inBrackets = true;
      else if (char === ']') inBrackets = false;
      else if (char === '/') {
        // A slash within brackets ends the expression in some versions and not in others.
        if (inBrackets) return UNREADABLE;
        this.at = at + 1;
        this.afterValue = true;
        return undefined;
      }
    }
    return UNREADABLE;
  }

  private comment(): undefined {
    const end = this.program.indexOf('\n', this.at);
    this.at = end < 0 ? this.program.length : end;
    return undefined;
  }

  private symbol(char: string): ReturnType<typeof hazard> | undefined {
    const { program } = this;
    let value = false;
    if (char === '(') this.parentheses.push(CONDITIONS.has(this.lastWord) && !this.afterValue);
    else if (char === ')') value = this.parentheses.pop() !== true;
    else if (char === ']') value = true;
    else if (char === ';' || char === '}') this.printDepth = undefined;
    else if (char === '@' || char === '`' || (char === '\\' && program.charAt(this.at) !== '\n')) return UNREADABLE;
    else if (char === '|') {
      if (program.charAt(this.at) !== '|') return hazard('executes', 'the program runs a command');
      this.at++;
    } else if (char === '>' && this.printDepth === this.parentheses.length) {
      return hazard('writes', 'the program writes a file');
    } else if ((char === '+' || char === '-') && program.charAt(this.at) === char) {
      this.at++;
      value = this.afterValue;
    }
    this.afterValue = value;
    this.lastWord = '';
    return undefined;
  }
}

const NUMBER = /^(?:0[xX][0-9a-fA-F]+|\d*\.?\d*(?:[eE][+-]?\d+)?)/;
const UNREADABLE = hazard('unknown', 'the program is not understood');
const KEYWORDS: ReadonlySet<string> = new Set([
  'BEGIN',
  'END',
  'print',
  'printf',
  'return',
  'in',
  'if',
  'else',
  'while',
  'for',
  'do',
  'case',
  'exit',
  'delete',
  'next',
  'function',
]);
const CONDITIONS: ReadonlySet<string> = new Set(['if', 'while', 'for']);
const REACHING: ReadonlySet<string> = new Set(['getline', 'ARGV', 'ARGC', 'SYMTAB', 'FUNCTAB', 'PROCINFO']);

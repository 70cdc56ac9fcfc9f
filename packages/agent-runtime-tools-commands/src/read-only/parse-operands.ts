import type { CommandPart, CommandWord, PathUse } from '../command-analysis.ts';
import type { ReadOnlyProgram } from './read-only-programs.ts';

/** The paths that a call reads, or why an argument is not known to only read. */
export type ParsedOperands = { readonly paths: readonly PathUse[] } | { readonly why: string };

/** Parses options and operands by a closed table, starting at the word at index `from`. */
export function parseOperands(part: CommandPart, from: number, program: ReadOnlyProgram): ParsedOperands {
  const table = optionTableOf(program);
  const operands: Operand[] = [];
  const given = new Set<string>();
  let ended = false;
  for (let at = from; at < part.words.length; at++) {
    const word = part.words[at];
    if (word === undefined || word.kind === 'unknown') return { why: 'an argument is not known beforehand' };
    const isOption = !ended && word.value.startsWith('-') && (word.value !== '-' || word.kind === 'glob');
    // A glob that matches nothing is passed on as written.
    if (isOption && word.kind === 'glob') return { why: `the option ${word.text} is not known beforehand` };
    if (!isOption) {
      operands.push({ word, index: at, mayBeOption: !ended });
      continue;
    }
    if (word.value === '--') {
      ended = true;
      continue;
    }
    const option = readOption(word.value, table);
    if (option === undefined) return { why: `the option ${word.value} is not known to only read` };
    given.add(option.name);
    if (!option.takesNext) continue;
    const value = part.words[++at];
    if (value?.kind !== 'literal') return { why: `the value of ${word.value} is not known beforehand` };
    if (FORMAT.has(option.name) && SIGNATURE.test(value.value)) return { why: 'it checks signatures with a program' };
  }
  return pathsOf(operands, program, given);
}

interface Operand {
  readonly word: CommandWord;
  readonly index: number;
  readonly mayBeOption: boolean;
}

function pathsOf(operands: readonly Operand[], program: ReadOnlyProgram, given: ReadonlySet<string>): ParsedOperands {
  if (operands.length > (program.operands === 'none' ? 0 : (program.maxOperands ?? Infinity))) {
    return { why: `${operands.at(-1)?.word.value} is more than it can be given to only read` };
  }
  const { operandStart = '' } = program;
  const strange = operands.find(({ word }) => !word.value.startsWith(operandStart));
  if (strange !== undefined) return { why: `${strange.word.value} is not known to only read` };
  const hasPattern = program.operands === 'pattern' && !words(program.noPattern).some((name) => given.has(name));
  const texts = program.operands === 'text' ? operands.length : hasPattern ? 1 : 0;
  for (const { word } of operands.slice(0, texts)) {
    // The matches of a glob may be options or names of files elsewhere.
    if (word.kind !== 'literal') return { why: `${word.text} is not known beforehand` };
  }
  const paths = operands.slice(texts).filter(({ word }) => word.value !== '-');
  return {
    paths: paths.map(({ word, index, mayBeOption }) => ({
      access: 'read',
      path: word.value,
      wordIndex: index,
      intended: true,
      ...(word.pattern !== undefined && { pattern: word.pattern }),
      ...(mayBeOption && word.kind === 'glob' && { mayBeOption }),
    })),
  };
}

interface OptionTable {
  readonly flags: ReadonlySet<string>;
  readonly long: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
  readonly optional: ReadonlySet<string>;
  readonly numbers: boolean;
}

/** Accepts only exact spellings: an abbreviation may mean another option. */
function readOption(text: string, table: OptionTable): { name: string; takesNext: boolean } | undefined {
  if (text.startsWith('--')) {
    const equals = text.indexOf('=');
    const name = equals < 0 ? text : text.slice(0, equals);
    if (equals < 0) {
      if (table.values.has(name)) return { name, takesNext: true };
      return table.long.has(name) || table.optional.has(name) ? { name, takesNext: false } : undefined;
    }
    if (FORMAT.has(name) && SIGNATURE.test(text)) return undefined;
    return table.values.has(name) || table.optional.has(name) ? { name, takesNext: false } : undefined;
  }
  if (table.numbers && /^-\d+$/.test(text)) return { name: text, takesNext: false };
  let name = '';
  for (let at = 1; at < text.length; at++) {
    name = `-${text.charAt(at)}`;
    if (table.values.has(name)) return { name, takesNext: at === text.length - 1 };
    if (!table.flags.has(name)) return undefined;
  }
  return { name, takesNext: false };
}

function optionTableOf(program: ReadOnlyProgram): OptionTable {
  let table = tables.get(program);
  if (table === undefined) {
    table = {
      flags: new Set([...(program.flags ?? '')].map((letter) => `-${letter}`)),
      long: new Set(words(program.long)),
      values: new Set(words(program.values)),
      optional: new Set(words(program.optional)),
      numbers: program.numbers === true,
    };
    tables.set(program, table);
  }
  return table;
}

function words(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.split(' ');
}

const tables = new WeakMap<ReadOnlyProgram, OptionTable>();
/** `git log --format=%G?` starts gpg. */
const FORMAT: ReadonlySet<string> = new Set(['--format', '--pretty']);
const SIGNATURE = /%[-+ ]?G/;

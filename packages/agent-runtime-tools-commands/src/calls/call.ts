import type { CommandWord } from '../command-analysis.ts';
import type { OptionUse, Program } from '../programs/program.ts';

/** An argument with its index in the part's `argv`. */
export interface CallArgument {
  readonly word: CommandWord;
  readonly index: number;
}

/** A value within an argument: an operand, or the value of an option. */
export interface CallValue {
  readonly text: string;
  readonly kind: CommandWord['kind'];
  readonly index: number;
  readonly pattern?: string;
  /** A matched file name that starts with a dash would be parsed as an option. */
  readonly mayBeOption?: boolean;
  /** A guess at the output of `<(...)`. */
  readonly likelyOutput?: string;
}

export interface FoundOption {
  /** The option's first spelling in the table. */
  readonly name: string;
  readonly use: OptionUse;
  readonly index: number;
  readonly value?: CallValue;
}

/** A program's arguments, parsed into options and operands. */
export interface Call {
  readonly name: string;
  readonly program: Program;
  readonly args: readonly CallArgument[];
  readonly options: readonly FoundOption[];
  readonly operands: readonly CallValue[];
  /** An option is not in the table, so the word after it may be its value. */
  readonly hasUnknownOption: boolean;
  /** Standard input, when it is known. */
  readonly stdin: KnownInput | undefined;
}

export interface KnownInput {
  readonly text: string;
  /** False for a guess at another program's output. */
  readonly isCertain: boolean;
  /** Set when the input consists only of the names of files below these folders. */
  readonly files?: ListedFiles;
}

/** The files that `find` lists. */
export interface ListedFiles {
  readonly folders: readonly string[];
  /** Names are separated by NUL, so that no name is split. */
  readonly nulSeparated: boolean;
}

export function hasOption(call: Call, ...names: readonly string[]): boolean {
  return call.options.some((option) => names.includes(option.name));
}

export function optionValues(call: Call, ...names: readonly string[]): CallValue[] {
  const values: CallValue[] = [];
  for (const option of call.options) {
    if (names.includes(option.name) && option.value !== undefined) values.push(option.value);
  }
  return values;
}

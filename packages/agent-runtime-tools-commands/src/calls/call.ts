import type { CommandWord } from '../command-analysis.ts';
import type { OptionUse, Program } from '../programs/program.ts';

/** An argument with its place in the part's `argv`. */
export interface CallArgument {
  readonly word: CommandWord;
  readonly index: number;
}

/** A piece of an argument that is a value of its own: an operand, or what an option was given. */
export interface CallValue {
  readonly text: string;
  readonly kind: CommandWord['kind'];
  readonly index: number;
  readonly pattern?: string;
  /** A file name that starts with a dash would be taken for an option. */
  readonly mayBeOption?: boolean;
  /** For `<(...)`: a guess at what can be read from it. */
  readonly likelyOutput?: string;
}

export interface FoundOption {
  /** The option's first spelling in the table. */
  readonly name: string;
  readonly use: OptionUse;
  readonly index: number;
  readonly value?: CallValue;
}

/** A program's arguments, told apart by its table. */
export interface Call {
  readonly name: string;
  readonly program: Program;
  readonly args: readonly CallArgument[];
  readonly options: readonly FoundOption[];
  readonly operands: readonly CallValue[];
  /** An option was seen that the table does not know: what follows it may be its value. */
  readonly hasUnknownOption: boolean;
  /** Standard input, where it is known. */
  readonly stdin: KnownInput | undefined;
}

export interface KnownInput {
  readonly text: string;
  /** Certain, not a guess at another program's output. */
  readonly isCertain: boolean;
  /** It is names of files below certain folders, and nothing else. */
  readonly files?: ListedFiles;
}

/** What `find` prints. */
export interface ListedFiles {
  readonly folders: readonly string[];
  /** Ended by NUL, so that no name can be taken for several. */
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

import type { Call, CallArgument } from '../calls/call.ts';
import type { Findings } from '../calls/findings.ts';
import type { HazardConsent, HazardKind, RuleSuggestion } from '../command-analysis.ts';

/** One entry of the program tables: what a program does with its arguments. */
export interface Program {
  /** Each key lists the spellings of one option: `'-o --output'`. */
  readonly options?: Options;
  readonly operands?: Role | Operands;
  /**
   * Where options may appear. `mixed`: anywhere before `--`, the default; `leading`: before the first operand; `go`:
   * as mixed, and long options may start with one dash.
   */
  readonly optionStyle?: 'mixed' | 'leading' | 'go';
  /** Long options cannot be abbreviated. Most programs accept `--out` for `--output`. */
  readonly noAbbreviations?: boolean;
  /**
   * Options that are not in the table are accepted as harmless; by default they are a hazard. Only for programs that
   * run the project's own code or make changes under their rule anyway.
   */
  readonly allowUnknownOptions?: boolean;
  /** Each key lists the names of one subcommand: `'install i add'`. Its entry applies to the arguments after it. */
  readonly subcommands?: Readonly<Record<string, Program>>;
  /** The hazard of a subcommand that is not in the table. */
  readonly unknownSubcommand?: HazardSpec;
  /** The options of the program are also accepted after the subcommand. */
  readonly optionsAnywhere?: boolean;
  /**
   * The program runs a command given in its arguments. `transparent`: only that command needs a rule; `named`: both
   * need one, or one rule names both; `opaque`: only an exact rule covers it.
   */
  readonly wrapper?: 'transparent' | 'named' | 'opaque';
  /** A hazard of every call, whatever the arguments. */
  readonly hazard?: HazardSpec;
  /** Harmless with any arguments, including unknown ones. */
  readonly alwaysHarmless?: boolean;
  /** Only affects the shell's control flow, so it needs no rule. */
  readonly controlFlowOnly?: boolean;
  /** Rewrites old-style arguments before options are parsed. */
  readonly rewriteArguments?: (args: readonly CallArgument[]) => readonly CallArgument[];
  /** Options are not parsed: `inspect` reads the arguments itself. */
  readonly skipOptionParsing?: boolean;
  /** Hands the remaining arguments to another entry of the tables, such as `pytest` after `python -m`. */
  readonly delegate?: (call: Call) => Delegation | undefined;
  /** Finds what the fields above cannot express. */
  readonly inspect?: (call: Call, found: Findings) => void;
  readonly suggest?: RuleSuggestion;
}

export interface Delegation {
  /** A name in the program tables. */
  readonly name: string;
  readonly args: readonly CallArgument[];
  readonly at: number;
}

/** Entries by program name, several names in one key: `'cp mv'`. Built when first needed, not at import. */
export type ProgramTable = () => Readonly<Record<string, Program>>;

export type Options = Readonly<Record<string, OptionUse>>;

export interface OptionUse {
  /** `attached`: a value only within the same word, as in `--color=auto`. */
  readonly takes: 'nothing' | 'value' | 'attached';
  readonly role?: Role;
  readonly hazard?: HazardSpec;
  /** The arguments after this option are not options of this program. */
  readonly endsOptions?: boolean;
  /** Leaving it out does not change what the command does. */
  readonly ignorable?: boolean;
}

export interface HazardSpec {
  readonly kind: HazardKind;
  readonly why: string;
  readonly consent?: HazardConsent;
}

/** What a program does with an argument. */
export type Role =
  /** Names nothing outside the program. */
  | 'text'
  /** May be a path. */
  | 'maybe-path'
  | 'read'
  /** Read together with everything below it, following symbolic links. */
  | 'tree'
  /** Written as a side effect, such as the value of `sort -o`. */
  | 'write'
  /** Written because that is the purpose of the program, such as the operand of `touch`. */
  | 'edit'
  | 'delete'
  | 'url'
  /** The name of a shell variable that the program sets. */
  | 'variable'
  /** A file of code that the program runs. */
  | 'script'
  /** Source code in a language other than shell. */
  | 'code'
  /** A shell script, which is analysed. */
  | 'shell'
  /** The first word of a command, which is analysed. */
  | 'command';

export interface Operands {
  readonly first?: readonly Role[];
  /** With one of these options, no operand has a role of `first`: `grep -e x file`. */
  readonly skipFirstWith?: string;
  readonly rest?: Role;
  readonly last?: Role;
}

export function hazard(kind: HazardKind, why: string, consent?: HazardConsent): HazardSpec {
  return consent === undefined ? { kind, why } : { kind, why, consent };
}

/** The hazard of a program that runs its standard input as code. */
export const RUNS_INPUT: HazardSpec = hazard('executes', 'runs whatever it reads from its input', 'whole');

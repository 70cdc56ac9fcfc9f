import type { Call, CallArgument } from '../calls/call.ts';
import type { Findings } from '../calls/findings.ts';
import type { HazardConsent, HazardKind, RuleSuggestion } from '../command-analysis.ts';

/** What a program does with its arguments: one entry of the program table. */
export interface Program {
  /** Keys list the spellings: `'-o --output'`. */
  readonly options?: Options;
  readonly operands?: Role | Operands;
  /**
   * Where options may stand. `mixed`: anywhere before `--`; `leading`: before the first operand; `go`: as mixed, with
   * one or two dashes before whole words.
   */
  readonly optionStyle?: 'mixed' | 'leading' | 'go';
  /** Long options cannot be abbreviated. Most programs take `--out` for `--output`. */
  readonly noAbbreviations?: boolean;
  /**
   * An option that is not in the table is taken for harmless. Otherwise it is a hazard: only for programs that a rule
   * lets do as they like anyway, such as the project's own scripts.
   */
  readonly allowUnknownOptions?: boolean;
  /** Keys list the names: `'install i add'`. The subcommand's own table applies to what follows it. */
  readonly subcommands?: Readonly<Record<string, Program>>;
  /** What any other subcommand is. */
  readonly unknownSubcommand?: HazardSpec;
  /** The options above are understood after the subcommand too. */
  readonly optionsAnywhere?: boolean;
  /**
   * Runs a command given as arguments. `transparent`: it adds nothing of its own, so only that command needs a rule;
   * `named`: both need one, or one that names both; `opaque`: only an exact rule covers it.
   */
  readonly wrapper?: 'transparent' | 'named' | 'opaque';
  /** What using it means, whatever the arguments. */
  readonly hazard?: HazardSpec;
  /** No argument, known or not, can make it do harm. */
  readonly alwaysHarmless?: boolean;
  /** Has no effect outside the shell's own control flow. */
  readonly controlFlowOnly?: boolean;
  /** Rewrites old spellings before options are read. */
  readonly rewriteArguments?: (args: readonly CallArgument[]) => readonly CallArgument[];
  /** Options are not told apart: `inspect` reads the arguments itself. */
  readonly skipOptionParsing?: boolean;
  /** The rest of the arguments belongs to another program of the table, such as `pytest` after `python -m`. */
  readonly delegate?: (call: Call) => Delegation | undefined;
  /** What a table cannot say. */
  readonly inspect?: (call: Call, found: Findings) => void;
  readonly suggest?: RuleSuggestion;
}

export interface Delegation {
  /** A name in the program table. */
  readonly name: string;
  readonly args: readonly CallArgument[];
  readonly at: number;
}

/** Programs by their names, several in one key: `'cp mv'`. Made when a command is first looked at, not at import. */
export type ProgramTable = () => Readonly<Record<string, Program>>;

export type Options = Readonly<Record<string, OptionUse>>;

export interface OptionUse {
  /** `glued`: a value only when it is part of the same word. */
  readonly takes: 'nothing' | 'value' | 'attached';
  readonly role?: Role;
  readonly hazard?: HazardSpec;
  /** What follows is not for this program to read. */
  readonly endsOptions?: boolean;
  /** May be left out of a command without changing what it does. */
  readonly ignorable?: boolean;
}

export interface HazardSpec {
  readonly kind: HazardKind;
  readonly why: string;
  readonly consent?: HazardConsent;
}

/** What an argument is to its program. */
export type Role =
  /** Nothing outside the program. */
  | 'text'
  /** Perhaps a path. */
  | 'maybe-path'
  | 'read'
  /** Read with everything below it, through symbolic links. */
  | 'tree'
  /** Written beside the program's purpose. */
  | 'write'
  /** Written because that is what the program is for. */
  | 'edit'
  | 'delete'
  | 'url'
  /** The name of a shell variable that is set. */
  | 'variable'
  /** A file that is run. */
  | 'script'
  /** A program text. */
  | 'code'
  /** A shell script as text: looked through. */
  | 'shell'
  /** Begins a command that is run: looked through. */
  | 'command';

export interface Operands {
  readonly first?: readonly Role[];
  /** With one of these options the operands have no `first`. */
  readonly skipFirstWith?: string;
  readonly rest?: Role;
  readonly last?: Role;
}

export function hazard(kind: HazardKind, why: string, consent?: HazardConsent): HazardSpec {
  return consent === undefined ? { kind, why } : { kind, why, consent };
}

/** Whatever is piped into it is code. */
export const RUNS_INPUT: HazardSpec = hazard('executes', 'runs whatever it reads from its input', 'whole');

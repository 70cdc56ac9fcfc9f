import type { ToolPack } from '@ku0/agent-runtime-tools-core';
import type { Terminal } from '@ku0/agent-runtime-tools-terminal';
import type { ExitCode } from '../exit-code.ts';

/** A command: its help texts, its options and the function that runs it. */
export interface Command {
  readonly name: string;
  /** One line, for the help of the command. */
  readonly summary: string;
  /** The ways to use it, for example one per subcommand. */
  readonly forms: readonly CommandForm[];
  /** The number of operands. */
  readonly arity: readonly [min: number, max: number];
  readonly options: Readonly<Record<string, CommandOption>>;
  readonly examples: readonly CommandExample[];
  /** Imports the function that runs the command. */
  load(): Promise<RunCommand>;
}

/** Commands that belong together, under a title in the help. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** A command to paste, without the name of the program, and what it does. */
export type CommandExample = readonly [command: string, does: string];

export interface CommandForm {
  /** As in a usage line, after the name: `TOOL [JSON | - | @FILE]`. */
  readonly operands: string;
  /** A few words, for the list of commands. */
  readonly summary: string;
}

export interface CommandOption {
  readonly description: string;
  /** The placeholder of the value in the help. An option without it takes no value. */
  readonly value?: string;
  /** The allowed values. Default: any. */
  readonly choices?: readonly string[];
}

export type RunCommand = (input: CommandInput) => Promise<ExitCode>;

/** The parsed command line and its environment. */
export interface CommandInput {
  readonly operands: readonly string[];
  readonly options: CommandOptions;
  /** Every value of the options that have one, in order: an option can be given several times. */
  readonly values: CommandValues;
  readonly terminal: Terminal;
  /** The command that started this program, for suggested commands: `npm run toolbox --`. */
  readonly program: string;
  /** Default: `toolboxPacks()`. */
  readonly packs?: readonly ToolPack[] | undefined;
}

/** All values by option name, without dashes. */
export type CommandValues = Readonly<Record<string, readonly string[]>>;

/** The last values by option name, without dashes; `true` for an option without a value. */
export type CommandOptions = Readonly<Record<string, string | true>>;

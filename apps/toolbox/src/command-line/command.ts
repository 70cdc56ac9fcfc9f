import type { ToolPack } from '@ku0/agent-runtime-tools-core';
import type { ExitCode } from '../exit-code.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** A command as its help tells it, and where its work is. */
export interface Command {
  readonly name: string;
  /** One line, for its own help. */
  readonly summary: string;
  /** Each way to use it. */
  readonly forms: readonly CommandForm[];
  /** How many operands it takes: at least, at most. */
  readonly arity: readonly [least: number, most: number];
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Without the name of the program. */
  readonly examples: readonly string[];
  /** Its code, loaded only when it is to run. */
  load(): Promise<RunCommand>;
}

export interface CommandForm {
  /** What follows the name, as a usage line shows it: `TOOL [JSON | - | @FILE]`. */
  readonly operands: string;
  /** A few words, for the list of commands. */
  readonly summary: string;
}

export interface CommandOption {
  readonly description: string;
  /** What stands for the value in the help; without it the option is a switch. */
  readonly value?: string;
  /** The only values it takes. */
  readonly choices?: readonly string[];
}

export type RunCommand = (input: CommandInput) => Promise<ExitCode>;

/** What a command is given to run with. */
export interface CommandInput {
  readonly operands: readonly string[];
  readonly options: CommandOptions;
  readonly terminal: Terminal;
  /** How this program is started, for examples that can be pasted: `npm run toolbox --`. */
  readonly program: string;
  /** Other tools than the toolbox's own. */
  readonly packs?: readonly ToolPack[] | undefined;
}

/** By name without dashes; `true` for a switch. */
export type CommandOptions = Readonly<Record<string, string | true>>;

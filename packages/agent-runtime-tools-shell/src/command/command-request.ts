import type { ToolContext } from '@ku0/agent-runtime-tools-core';
import type { StartedCommands } from '../background/started-commands.ts';
import type { ShellSettings } from '../shell-options.ts';

/** A line for the shell or, with `args`, a program that is started without a shell. */
export interface CommandLine {
  readonly command: string;
  readonly args?: readonly string[];
  /** The standard input. */
  readonly stdin?: string;
}

/** A command line with its folder and its variables, as a call asks for it. */
export interface CommandRequest extends CommandLine {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The settings of the pack, its background commands, and the context of the call. */
export interface CommandDependencies {
  readonly settings: ShellSettings;
  readonly startedCommands: StartedCommands;
  readonly context: ToolContext;
}

/** The longest command line: every part of it is analysed, and systems limit the size of one argument, too. */
export const MAX_COMMAND_LENGTH = 100_000;

/** What a call wants to run: a line for the shell, or with `args` a program that is started as it is. */
export interface CommandLine {
  readonly command: string;
  readonly args?: readonly string[];
  /** What the program is given to read. */
  readonly stdin?: string;
}

/** The longest line that is taken: every part of it is looked at, and systems take little more in one argument. */
export const MAX_COMMAND = 100_000;

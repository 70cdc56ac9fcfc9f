import type { ToolError } from '@ku0/agent-runtime-tools-core';
import { processErrors } from '../errors.ts';
import type { Command } from '../run-options.ts';

export interface CommandLine {
  readonly file: string;
  readonly args: readonly string[];
  /** The command as a person would write it, for lists and messages. */
  readonly text: string;
}

/** Checks a command and splits it into a program and its arguments. */
export function commandLine(
  command: Command,
  options: { readonly args?: readonly string[]; readonly shell?: boolean | string },
): CommandLine | ToolError {
  const parts = partsOf(command, options.args ?? []);
  const [file, ...args] = parts;
  if (file === undefined || file === '') return invalid('The command is empty.');
  if (parts.some((part) => typeof part !== 'string')) return invalid('The command contains a value that is not text.');
  if (parts.some((part) => part.includes('\0'))) return invalid('The command contains a NUL character.');
  const usesShell = options.shell !== undefined && options.shell !== false;
  // The shell would split the arguments again, so a space or a quote in one of them would become syntax.
  if (usesShell && args.length > 0) return invalid('A command line for a shell takes no separate arguments.');
  return {
    file,
    args,
    text: parts.map((part) => (/^[\w@%+=:,./-]+$/.test(part) || usesShell ? part : JSON.stringify(part))).join(' '),
  };
}

/** Takes `unknown`, because untyped callers may pass anything. A value that is not a list has no parts. */
function partsOf(command: unknown, args: unknown): readonly string[] {
  if (!isList(args)) return [];
  if (typeof command === 'string') return [command, ...args];
  return isList(command) ? [...command, ...args] : [];
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value);
}

function invalid(message: string): ToolError {
  return processErrors.INVALID_COMMAND({ message });
}

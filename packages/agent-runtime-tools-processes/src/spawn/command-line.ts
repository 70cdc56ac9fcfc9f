import type { ToolError } from '@ku0/agent-runtime-tools-core';
import { processErrors } from '../errors.ts';
import type { Command } from '../run-options.ts';

export interface CommandLine {
  readonly file: string;
  readonly args: readonly string[];
  /** As a person would write it, for lists and messages. */
  readonly text: string;
}

export function commandLine(
  command: Command,
  options: { readonly args?: readonly string[]; readonly shell?: boolean | string },
): CommandLine | ToolError {
  const parts = partsOf(command, options.args ?? []);
  const [file, ...args] = parts;
  if (file === undefined || file === '') return invalid('The command is empty.');
  if (parts.some((part) => typeof part !== 'string')) return invalid('The command holds something that is not text.');
  if (parts.some((part) => part.includes('\0'))) return invalid('The command holds a NUL character.');
  const usesShell = options.shell !== undefined && options.shell !== false;
  // A shell would take them apart again, so that a blank or a quote in one becomes syntax.
  if (usesShell && args.length > 0) return invalid('A command for a shell is one text, without separate arguments.');
  return {
    file,
    args,
    text: parts.map((part) => (/^[\w@%+=:,./-]+$/.test(part) || usesShell ? part : JSON.stringify(part))).join(' '),
  };
}

/** Callers in JavaScript may bring anything; what is no list has no parts. */
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

import type { ToolPack } from '@ku0/agent-runtime-tools-core';

/** The command line is invalid. The program ends with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** An unknown name, and the names that are valid in its place. */
  readonly mistyped: { readonly name: string; readonly known: readonly string[] } | undefined;
  /** Hints on what to do next, one per line. */
  readonly next: readonly string[];

  constructor(
    message: string,
    { mistyped, next }: { mistyped?: { name: string; known: readonly string[] }; next: readonly string[] },
  ) {
    super(message);
    this.mistyped = mistyped;
    this.next = next;
  }
}

/** The error for a tool name that does not exist. */
export function unknownTool(name: string, packs: readonly ToolPack[], program: string): UsageError {
  const known = packs.flatMap(({ tools, aliases = {} }) => [
    ...tools.map((tool) => tool.name),
    ...Object.keys(aliases),
  ]);
  return new UsageError(`There is no tool ${name}.`, {
    mistyped: { name, known },
    next: [`To list all tools: ${program} list`],
  });
}

/** The error for a subcommand that does not exist: `trust giv`. */
export function unknownSubcommand(command: string, name: string, known: readonly string[]): UsageError {
  return new UsageError(`${command} has no subcommand ${name}.`, {
    mistyped: { name, known },
    next: [`Its subcommands: ${known.join(', ')}`],
  });
}

/** The error for an operand that is missing or too many: `pack check`. */
export function needsOperand(command: string, what: string, example: string, program = 'toolbox'): UsageError {
  return new UsageError(`${command} needs ${what}.`, { next: [`For example: ${program} ${command} ${example}`] });
}

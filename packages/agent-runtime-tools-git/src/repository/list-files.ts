import { printable } from '@ku0/agent-runtime-tools-core';

/** Some names for a sentence: `a.ts, b.ts and 3 more`. */
export function listNames(names: readonly string[], limit = 20): string {
  const shown = names.slice(0, limit).map((name) => printable(name));
  const more = names.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** File names for the standard input of a command with `--pathspec-from-file=- --pathspec-file-nul`. */
export function pathspecInput(names: readonly Buffer[]): Buffer {
  return Buffer.concat(names.flatMap((name) => [name, NUL]));
}

export const PATHSPEC_FROM_INPUT = ['--pathspec-from-file=-', '--pathspec-file-nul'] as const;

const NUL = Buffer.from([0]);

import type { CommandAnalysis } from '@ku0/agent-runtime-tools-commands';
import { printable, ToolFailure } from '@ku0/agent-runtime-tools-core';
import { shellErrors } from '../errors.ts';
import { MAX_COMMAND } from './command-line.ts';
import type { CommandLine } from './command-line.ts';
import type { Shell } from './find-shell.ts';

export interface CheckOptions {
  readonly cwd: string;
  readonly dialect: Shell['dialect'];
}

/**
 * Throws DANGEROUS_COMMAND for what destroys a machine or a home folder, by structure. This catches accidents; it is
 * approval and confinement that a hostile command has to get past. Says whether the command is a shell that takes
 * commands from its input.
 */
export async function checkDanger(
  { command, args, stdin }: CommandLine,
  { cwd, dialect }: CheckOptions,
): Promise<{ readonly readsCommands: boolean }> {
  const { analyzeArgv, analyzeCommand, dangerousCommand } = await import('@ku0/agent-runtime-tools-commands');
  const options = { cwd, shell: dialect, maxLength: MAX_ANALYSED, maxParts: MAX_PARTS } as const;
  const refuse = (analysis: CommandAnalysis): void => {
    const danger = dangerousCommand(analysis);
    if (danger === undefined) return;
    throw new ToolFailure(
      shellErrors.DANGEROUS_COMMAND({
        message: `The command was refused: ${printable(danger.why)}.`,
        details: { why: danger.why, ...(danger.part !== undefined && { part: danger.part.text }) },
      }),
    );
  };
  const analysis = args === undefined ? analyzeCommand(command, options) : analyzeArgv([command, ...args], options);
  refuse(analysis);
  const readsCommands = analysis.parts.some(({ program }) => SHELLS.has(program));
  if (readsCommands && stdin !== undefined) refuse(analyzeCommand(stdin, options));
  return { readsCommands };
}

/** The same for what is typed into a running shell, alone and after what was typed before: a line may come in pieces. */
export async function checkTyped(
  input: string,
  { typed, ...options }: CheckOptions & { readonly typed: string },
): Promise<void> {
  await checkDanger({ command: input }, options);
  if (typed !== '') await checkDanger({ command: typed + input }, options);
}

/** What is to be remembered of what was typed: the last lines, or the end of a very long one. */
export function typedSoFar(typed: string, input: string): string {
  const all = typed + input;
  const from = all.length - MAX_TYPED;
  return from <= 0 ? all : all.slice(Math.max(from, all.indexOf('\n', from) + 1));
}

const MAX_ANALYSED = 10 * MAX_COMMAND;
const MAX_TYPED = 10_000;
const MAX_PARTS = 10_000;
const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'ash', 'fish', 'busybox']);

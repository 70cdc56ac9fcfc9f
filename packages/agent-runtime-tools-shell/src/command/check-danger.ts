import type { CommandAnalysis } from '@ku0/agent-runtime-tools-commands';
import { printable, ToolFailure } from '@ku0/agent-runtime-tools-core';
import { shellErrors } from '../errors.ts';
import { MAX_COMMAND_LENGTH } from './command-request.ts';
import type { CommandLine } from './command-request.ts';
import type { Shell } from './find-shell.ts';

export interface CheckOptions {
  readonly cwd: string;
  readonly dialect: Shell['dialect'];
}

/**
 * Throws DANGEROUS_COMMAND for a command that would destroy the machine or a home folder. This catches accidents; approval
 * and the sandbox stop hostile commands. Also returns whether the command is a shell that reads commands from its input.
 */
export async function checkDanger(
  { command, args, stdin }: CommandLine,
  { cwd, dialect }: CheckOptions,
): Promise<{ readonly readsCommandsFromInput: boolean }> {
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
  const readsCommandsFromInput = analysis.parts.some(({ program }) => SHELLS.has(program));
  if (readsCommandsFromInput && stdin !== undefined) refuse(analyzeCommand(stdin, options));
  return { readsCommandsFromInput };
}

/** Checks input for a running shell, alone and together with the earlier input, because a line may come in parts. */
export async function checkInput(
  input: string,
  { inputTail, ...options }: CheckOptions & { readonly inputTail: string },
): Promise<void> {
  await checkDanger({ command: input }, options);
  if (inputTail !== '') await checkDanger({ command: inputTail + input }, options);
}

/** Appends input and keeps only the last lines, or the end of a very long line. */
export function appendInput(inputTail: string, input: string): string {
  const all = inputTail + input;
  const from = all.length - MAX_TYPED;
  return from <= 0 ? all : all.slice(Math.max(from, all.indexOf('\n', from) + 1));
}

const MAX_ANALYSED = 10 * MAX_COMMAND_LENGTH;
const MAX_TYPED = 10_000;
const MAX_PARTS = 10_000;
const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'ash', 'fish', 'busybox']);

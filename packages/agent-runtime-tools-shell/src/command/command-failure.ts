import { coreErrors, cutText } from '@ku0/agent-runtime-tools-core';
import type { ToolError } from '@ku0/agent-runtime-tools-core';
import type { CommandValue } from '../output/command-value.ts';
import type { ShellSettings } from '../shell-options.ts';

/** Tells the model how to give a command its input. */
export const INPUT_ADVICE =
  'Give the input with run_command and its parameter stdin, use an option of the program that asks nothing, or start ' +
  'it with run_command and background: true and answer with write_command_input.';

export interface TimeoutOptions {
  /** In seconds. */
  readonly timeout: number;
  readonly waitingForInput: boolean;
  readonly settings: ShellSettings;
}

/** The error of a command that took too long. Its message contains the output, because models do not see `details`. */
export function timeoutError(value: CommandValue, { timeout, waitingForInput, settings }: TimeoutOptions): ToolError {
  const output = [value.stdout, value.stderr].filter((text) => text !== '').join('\n');
  const reason = waitingForInput ? ' It was waiting for input that nobody could give it.' : '';
  const printed =
    output === '' ? ' It had printed nothing.' : ` Its output so far:\n${cutText(output, MAX_OUTPUT_CHARS, '')}`;
  const notes = (value.notes ?? []).map((note) => `\n[note: ${note}]`).join('');
  return coreErrors.TIMEOUT({
    message: `The command was ended after ${timeout} s.${reason}${printed}${notes}`,
    suggestion: waitingForInput ? INPUT_ADVICE : moreTimeAdvice(timeout, settings),
    details: { ...outputDetails(value), timeout, ...(waitingForInput && { waitingForInput: true }) },
    retryable: false,
  });
}

/** The error of a command that was cancelled, with its output so far. */
export function cancelledError(value: CommandValue): ToolError {
  return coreErrors.CANCELLED({ details: outputDetails(value) });
}

const MAX_OUTPUT_CHARS = 12_000;

function outputDetails({ stdout, stderr, duration, artifact, survivors }: CommandValue): Record<string, unknown> {
  return {
    output: stdout,
    stderr,
    duration,
    ...(artifact !== undefined && { artifact }),
    ...(survivors !== undefined && { survivors }),
  };
}

function moreTimeAdvice(timeout: number, { timeout: { max } }: ShellSettings): string {
  const background = 'start it with run_command and background: true and follow it with read_command_output';
  return timeout < max
    ? `Allow more time with timeout (at most ${max} s), or ${background}.`
    : `Ask for less at once, or ${background}.`;
}

import { coreErrors, cutText } from '@ku0/agent-runtime-tools-core';
import type { ToolError } from '@ku0/agent-runtime-tools-core';
import type { RunResult } from '@ku0/agent-runtime-tools-processes';
import type { ShellSettings } from '../shell-options.ts';
import { outputDetails } from './command-outcome.ts';
import type { CommandOutcome } from './command-outcome.ts';
import { howToAnswer } from './how-to-answer.ts';

export interface TimeoutFacts extends Pick<RunResult, 'waitingForInput'> {
  /** In seconds. */
  readonly timeout: number;
  readonly settings: ShellSettings;
}

/** The failure of a command that took too long. Its message has the output so far, for a model reads no details. */
export function timedOut(outcome: CommandOutcome, { waitingForInput, timeout, settings }: TimeoutFacts): ToolError {
  const isWaiting = waitingForInput === true;
  const output = [outcome.stdout, outcome.stderr].filter((text) => text !== '').join('\n');
  const why = isWaiting ? ' It was waiting for input that nobody could give it.' : '';
  const printed = output === '' ? ' It had printed nothing.' : ` Its output so far:\n${cutText(output, MAX_SHOWN, '')}`;
  const notes = outcome.notes.map((note) => `\n[note: ${note}]`).join('');
  return coreErrors.TIMEOUT({
    message: `The command was ended after ${timeout} s.${why}${printed}${notes}`,
    suggestion: isWaiting ? howToAnswer : moreTime(timeout, settings),
    details: { ...outputDetails(outcome), timeout, ...(isWaiting && { waitingForInput: true }) },
    retryable: false,
  });
}

const MAX_SHOWN = 12_000;

function moreTime(timeout: number, { timeout: { max } }: ShellSettings): string {
  const background = 'start it with run_command and background: true and follow it with read_command_output';
  return timeout < max
    ? `Allow more time with timeout (at most ${max} s), or ${background}.`
    : `Ask for less at once, or ${background}.`;
}

import type { ContentPart } from '@ku0/agent-runtime-tools-core';
import type { CommandValue } from './command-value.ts';
import { trimLineBreaks } from './trim-line-breaks.ts';

/** The text for the model: the output, one line about how the command ended, and the notes. */
export function renderCommand(value: CommandValue): ContentPart[] {
  const { stdout, stderr, notes = [] } = value;
  const sections = [
    ...(stdout === '' ? [] : [trimLineBreaks(stdout)]),
    ...(stderr === '' ? [] : [`[stderr]\n${trimLineBreaks(stderr)}`]),
    ...(stdout === '' && stderr === '' && value.duration > 0 ? ['[no output]'] : []),
    `[${describeEnding(value)}]`,
    ...(value.truncated ? [truncationNote(value)] : []),
    ...notes.map((note) => `[note: ${note}]`),
  ];
  return [{ type: 'text', text: sections.join('\n') }];
}

/** A few lines for a UI: how the command ended, then the end of the output. */
export function previewCommand(value: CommandValue, maxLines: number): string[] {
  const lines = trimLineBreaks(value.stdout === '' ? value.stderr : value.stdout).split('\n');
  const maxOutputLines = Math.max(0, maxLines - 1);
  const last = maxOutputLines === 0 || lines.join('') === '' ? [] : lines.slice(-maxOutputLines);
  return [describeEnding(value), ...last];
}

function describeEnding({ exitCode, signal, duration, commandId }: CommandValue): string {
  const seconds = `${(duration / 1000).toFixed(duration < 1000 ? 2 : 1)} s`;
  if (exitCode === undefined && commandId !== undefined) {
    const state = duration === 0 ? 'started' : `still running after ${seconds}, now`;
    return `${state} in the background as ${commandId}: read_command_output reads what it prints`;
  }
  return signal === undefined ? `exit code ${exitCode ?? 'unknown'}, ${seconds}` : `ended by ${signal}, ${seconds}`;
}

function truncationNote({ commandId }: CommandValue): string {
  if (commandId !== undefined) return `[output truncated; read_command_output with offset: 0 reads all of it]`;
  return `[output truncated; to see another part, print less: with head, tail, grep, or into a file]`;
}

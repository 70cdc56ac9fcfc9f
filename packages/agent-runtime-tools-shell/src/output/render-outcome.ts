import type { ContentPart } from '@ku0/agent-runtime-tools-core';
import { trimmedEnd } from './trimmed-end.ts';

/** What the tools that run a command have in common in their values. */
export interface ShownOutcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
  readonly duration: number;
  readonly truncated: boolean;
  readonly artifact?: string | undefined;
  readonly commandId?: string | undefined;
  readonly notes?: readonly string[] | undefined;
}

/** What a model reads: the output, then how it ended in one line, then what it should know. */
export function renderOutcome(shown: ShownOutcome): ContentPart[] {
  const { stdout, stderr, notes = [] } = shown;
  const sections = [
    ...(stdout === '' ? [] : [trimmedEnd(stdout)]),
    ...(stderr === '' ? [] : [`[stderr]\n${trimmedEnd(stderr)}`]),
    ...(stdout === '' && stderr === '' && shown.duration > 0 ? ['[no output]'] : []),
    `[${endingOf(shown)}]`,
    ...(shown.truncated ? [truncationNote(shown)] : []),
    ...notes.map((note) => `[note: ${note}]`),
  ];
  return [{ type: 'text', text: sections.join('\n') }];
}

/** A few lines for a UI: how it ended, then the end of the output. */
export function previewOutcome(shown: ShownOutcome, maxLines: number): string[] {
  const lines = trimmedEnd(shown.stdout === '' ? shown.stderr : shown.stdout).split('\n');
  const room = Math.max(0, maxLines - 1);
  const last = room === 0 || lines.join('') === '' ? [] : lines.slice(-room);
  return [endingOf(shown), ...last];
}

function endingOf({ exitCode, signal, duration, commandId }: ShownOutcome): string {
  const took = `${(duration / 1000).toFixed(duration < 1000 ? 2 : 1)} s`;
  if (exitCode === undefined && commandId !== undefined) {
    const begun = duration === 0 ? 'started' : `still running after ${took}, now`;
    return `${begun} in the background as ${commandId}: read_command_output reads what it prints`;
  }
  return signal === undefined ? `exit code ${exitCode ?? 'unknown'}, ${took}` : `ended by ${signal}, ${took}`;
}

function truncationNote({ commandId }: ShownOutcome): string {
  if (commandId !== undefined) return `[output truncated; read_command_output with offset: 0 reads all of it]`;
  return `[output truncated; to see another part, print less: with head, tail, grep, or into a file]`;
}

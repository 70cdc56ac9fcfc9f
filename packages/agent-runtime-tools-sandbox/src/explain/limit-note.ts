import type { LimitHit } from '../sandbox-limits.ts';

/** A sentence for the model about an exceeded limit, with advice. `call`: the tool has parameters for limits. */
export function limitNote(limit: LimitHit, { call = false }: { readonly call?: boolean } = {}): string {
  const { what, next, parameter } = NOTES[limit];
  const advice = call && parameter !== undefined ? `Allow more with ${parameter}, or ${next}` : capitalized(next);
  return `${what} ${advice}.`;
}

interface Note {
  readonly what: string;
  readonly next: string;
  readonly parameter?: string;
}

const NOTES: Readonly<Record<LimitHit, Note>> = {
  time: { what: 'It was stopped at its time limit.', next: 'do less at a time', parameter: 'timeout' },
  cpu: { what: 'It was stopped at its limit of processor time.', next: 'do less at a time', parameter: 'cpuSeconds' },
  memory: { what: 'It ran into its memory limit.', next: 'hold less in memory at a time', parameter: 'memoryMb' },
  processes: { what: 'It ran into its limit of processes.', next: 'start fewer at a time' },
  openFiles: { what: 'It ran into its limit of open files.', next: 'close those that are no longer needed' },
  fileSize: { what: 'It ran into its limit for the size of a file.', next: 'write smaller files' },
  disk: { what: 'It ran into its limit of disk space.', next: 'write less, and large files not to /tmp' },
  output: { what: 'It was stopped because it printed too much.', next: 'print less, or into a file' },
};

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

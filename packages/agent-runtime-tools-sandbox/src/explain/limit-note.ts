import type { LimitHit } from '../sandbox-limits.ts';

/** A limit in a sentence for the model. */
export function limitNote(limit: LimitHit): string {
  return SENTENCES[limit];
}

const SENTENCES: Readonly<Record<LimitHit, string>> = {
  time: 'It was stopped at its time limit.',
  cpu: 'It was stopped at its limit of processor time.',
  memory: 'It ran into its memory limit.',
  processes: 'It ran into its limit of processes.',
  openFiles: 'It ran into its limit of open files.',
  fileSize: 'It ran into its limit for the size of a file.',
  disk: 'It ran into its limit of disk space.',
  output: 'It was stopped because it printed too much.',
};

import { printable } from '@ku0/agent-runtime-tools-core';
import type { DiffFile } from './parse-files.ts';
import type { DiffValue } from './read-diff.ts';

/** The diff as a model reads it: how much has changed, the files, the diff, the notes. */
export function diffText(value: DiffValue): string {
  const { files, diff, notes = [] } = value;
  return [
    diffSummary(value),
    ...files.map(fileLine),
    ...(diff === '' ? [] : ['', diff.trimEnd()]),
    ...notes.map((note) => `[${note}]`),
  ].join('\n');
}

export function diffSummary({ total, added, removed }: DiffValue): string {
  return total === 0
    ? 'No file has changed.'
    : `${total} ${total === 1 ? 'file' : 'files'} changed, +${added} -${removed}`;
}

function fileLine({ path, from, status, added, removed, binary }: DiffFile): string {
  const counts = binary === true ? ' (binary)' : added === undefined ? '' : ` +${added} -${removed ?? 0}`;
  return `${status}: ${printable(from === undefined ? path : `${from} -> ${path}`)}${counts}`;
}

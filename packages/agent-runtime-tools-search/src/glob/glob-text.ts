import { printable } from '@ku0/agent-runtime-tools-core';
import type { GlobValue } from './glob-schema.ts';

/** The result as text for the model: one path per line, then a summary. Sizes and times are only in the value. */
export function globText(value: GlobValue): string {
  const list = value.files.length === 0 ? '' : `${value.files.map(({ path }) => printable(path)).join('\n')}\n\n`;
  return [list + summary(value), ...(value.notes ?? []).map((note) => `Note: ${printable(note)}`)].join('\n');
}

export function summary({ files, total, complete, truncated }: GlobValue): string {
  if (total === 0) return complete ? 'No files match.' : 'No files match so far: the search was stopped.';
  const amount = `${complete ? '' : 'at least '}${total} ${total === 1 ? 'file' : 'files'}`;
  return truncated
    ? `The first ${files.length} of ${amount}: narrow the pattern or the path, or raise limit.`
    : `${total} ${total === 1 ? 'file' : 'files'}.`;
}

import { printable } from '@ku0/agent-runtime-tools-core';
import type { EditedFile } from '../change/edited-files.ts';

/** One changed file in a line: "Edited src/a.ts: 2 hunks at lines 10, 40 (+5 -3)". */
export function describeFile({ path, status, from, hunks, added, removed, replacements }: EditedFile): string {
  const what =
    from === undefined ? `${VERBS[status]} ${printable(path)}` : `Moved ${printable(from)} to ${printable(path)}`;
  const count = replacements ?? hunks.length;
  if (count === 0) return `${what} (+${added} -${removed})`;
  const noun = replacements === undefined ? 'hunk' : 'replacement';
  const lines = hunks.slice(0, MAX_LINES).map(({ line }) => line);
  const more = count > lines.length ? ', ...' : '';
  const places = `at ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${more}`;
  return `${what}: ${count} ${noun}${count === 1 ? '' : 's'} ${places} (+${added} -${removed})${inexact(hunks)}`;
}

const VERBS: Readonly<Record<EditedFile['status'], string>> = {
  created: 'Created',
  modified: 'Edited',
  deleted: 'Deleted',
  moved: 'Moved',
};

const MAX_LINES = 10;

const OVERLOOKED = {
  exact: '',
  normalised: 'differed in blanks or punctuation',
  indentation: 'was indented as the file is',
  fuzzy: 'differed slightly from what stood there',
} as const;

/** Says which hunks were placed although the search text was not quite what stands there. */
function inexact(hunks: EditedFile['hunks']): string {
  const placed = hunks.filter(({ how = 'exact' }) => how !== 'exact');
  if (placed.length === 0) return '';
  const named = placed.slice(0, MAX_LINES).map(({ index, how = 'exact' }) => `hunk ${index + 1} ${OVERLOOKED[how]}`);
  return `; ${named.join(', ')}${placed.length > MAX_LINES ? ', ...' : ''}`;
}

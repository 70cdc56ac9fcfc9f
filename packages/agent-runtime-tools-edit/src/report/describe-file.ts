import { printable } from '@ku0/agent-runtime-tools-core';
import type { EditedFile } from '../change/edited-files.ts';

/** Describes a changed file in one line: "Edited src/a.ts: 2 hunks at lines 10, 40 (+5 -3)". */
export function describeFile({ path, status, from, hunks, added, removed, replacements }: EditedFile): string {
  const what =
    from === undefined ? `${VERBS[status]} ${printable(path)}` : `Moved ${printable(from)} to ${printable(path)}`;
  const count = replacements ?? hunks.length;
  if (count === 0) return `${what} (+${added} -${removed})`;
  const noun = replacements === undefined ? 'hunk' : 'replacement';
  const lines = hunks.slice(0, MAX_LINES).map(({ line }) => line);
  const more = count > lines.length ? ', ...' : '';
  const places = `at ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${more}`;
  return `${what}: ${count} ${noun}${count === 1 ? '' : 's'} ${places} (+${added} -${removed})${describeInexactHunks(hunks)}`;
}

const VERBS: Readonly<Record<EditedFile['status'], string>> = {
  created: 'Created',
  modified: 'Edited',
  deleted: 'Deleted',
  moved: 'Moved',
};

const MAX_LINES = 10;

const MATCH_NOTES = {
  exact: '',
  normalised: 'differed in blanks or punctuation',
  indentation: 'was re-indented like the file',
  fuzzy: 'differed from the file in one context line',
} as const;

/** Names the hunks whose old lines did not match the file exactly. */
function describeInexactHunks(hunks: EditedFile['hunks']): string {
  const placed = hunks.filter(({ how = 'exact' }) => how !== 'exact');
  if (placed.length === 0) return '';
  const named = placed.slice(0, MAX_LINES).map(({ index, how = 'exact' }) => `hunk ${index + 1} ${MATCH_NOTES[how]}`);
  return `; ${named.join(', ')}${placed.length > MAX_LINES ? ', ...' : ''}`;
}

import { applyHunks } from '../src/engine/apply-hunks.ts';
import type { Hunk } from '../src/engine/hunk.ts';
import { parsePatch } from '../src/formats/parse-patch.ts';
import { parseSearchReplace } from '../src/formats/parse-search-replace.ts';
import type { Change } from './history.ts';

/** A format in which a change is requested. */
export interface EditFormat {
  readonly name: string;
  /** It has line numbers. */
  readonly hinted: boolean;
  /** It marks the kept lines. */
  readonly isPatch: boolean;
  /** The number of calls. */
  readonly calls: (changes: readonly Change[]) => number;
  /** Returns the new text, or undefined after a refusal. */
  readonly apply: (text: string, changes: readonly Change[]) => string | undefined;
}

export const EDIT_FORMATS: readonly EditFormat[] = [
  { name: 'edit_file', hinted: false, isPatch: false, calls: ({ length }) => length, apply: applyOneByOne },
  {
    name: 'SEARCH/REPLACE',
    hinted: false,
    isPatch: false,
    calls: () => 1,
    apply: (text, changes) => applyBlocks(text, changes, { hinted: false }),
  },
  {
    name: 'SEARCH/REPLACE with start_line',
    hinted: true,
    isPatch: false,
    calls: () => 1,
    apply: (text, changes) => applyBlocks(text, changes, { hinted: true }),
  },
  { name: '*** Begin Patch', hinted: false, isPatch: true, calls: () => 1, apply: applyBeginPatch },
  { name: 'unified diff', hinted: true, isPatch: true, calls: () => 1, apply: applyUnified },
];

export function linesOf({ rows }: Change, sign: '-' | '+'): string[] {
  return rows.filter((row) => row.startsWith(' ') || row.startsWith(sign)).map((row) => row.slice(1));
}

function applyOneByOne(text: string, changes: readonly Change[]): string | undefined {
  let current = text;
  for (const change of changes) {
    const [before, after] = [linesOf(change, '-'), linesOf(change, '+')];
    // A pure deletion of whole lines includes the line end.
    const hunk: Hunk =
      after.length === 0
        ? { before: `${before.join('\n')}\n`, after: '', wholeLines: false }
        : { before: before.join('\n'), after: after.join('\n'), wholeLines: false };
    const result = applyHunks(current, [hunk]);
    if (!result.ok) return undefined;
    current = result.text;
  }
  return current;
}

function applyBlocks(text: string, changes: readonly Change[], { hinted }: { hinted: boolean }): string | undefined {
  const blocks = changes.map((change) =>
    [
      '<<<<<<< SEARCH',
      ...(hinted ? [`:start_line:${change.start + 1}`, '-------'] : []),
      ...linesOf(change, '-').map(escaped),
      '=======',
      ...linesOf(change, '+').map(escaped),
      '>>>>>>> REPLACE',
    ].join('\n'),
  );
  const parsed = parseSearchReplace(blocks.join('\n\n'));
  if (!parsed.ok) return undefined;
  const result = applyHunks(text, parsed.hunks);
  return result.ok ? result.text : undefined;
}

function escaped(line: string): string {
  return /^\\*(<{7}|={7}|>{7}|-{7}|\+{7}|:start_line:)/.test(line) ? `\\${line}` : line;
}

function applyBeginPatch(text: string, changes: readonly Change[]): string | undefined {
  const rows = changes.flatMap((change) => ['@@', ...change.rows]);
  return applyPatch(text, ['*** Begin Patch', '*** Update File: file', ...rows, '*** End Patch', '']);
}

function applyUnified(text: string, changes: readonly Change[]): string | undefined {
  let moved = 0;
  const rows = changes.flatMap((change) => {
    const [before, after] = [linesOf(change, '-').length, linesOf(change, '+').length];
    const header = `@@ -${change.start + 1},${before} +${change.start + 1 + moved},${after} @@`;
    moved += after - before;
    return [header, ...change.rows];
  });
  return applyPatch(text, ['--- a/file', '+++ b/file', ...rows, '']);
}

function applyPatch(text: string, lines: readonly string[]): string | undefined {
  const parsed = parsePatch(lines.join('\n'));
  const [file] = parsed.ok ? parsed.files : [];
  if (file?.kind !== 'update') return undefined;
  const result = applyHunks(text, file.hunks, { ordered: true });
  return result.ok ? result.text : undefined;
}

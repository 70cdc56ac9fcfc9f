import type { ReactNode } from 'react';

interface DiffLine {
  readonly kind: 'file' | 'hunk' | 'added' | 'removed' | 'same';
  readonly text: string;
  readonly oldLine?: number;
  readonly newLine?: number;
}

/** A unified diff with line numbers. Long ones are cut, and say by how much. */
export function DiffView({ diff }: { readonly diff: string }): ReactNode {
  const lines = parseDiff(diff);
  const shown = lines.slice(0, MAX_LINES);
  const left = lines.length - shown.length;
  return (
    <div className="diff" role="region" aria-label="Changes" tabIndex={0}>
      <table>
        <tbody>
          {shown.map(({ kind, text, oldLine, newLine }, at) => (
            <tr key={at} className={`diff-${kind}`}>
              <td className="diff-number">{oldLine}</td>
              <td className="diff-number">{newLine}</td>
              <td className="diff-mark">{MARKS[kind]}</td>
              <td className="diff-text">{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <p className="note">{left} more lines are not shown.</p>}
    </div>
  );
}

/** Whether a text has the hunks of a unified diff. */
export function isDiff(text: string): boolean {
  return /^@@ -\d+(,\d+)? \+\d+(,\d+)? @@/m.test(text);
}

const MARKS = { file: '', hunk: '', added: '+', removed: '−', same: '' } as const;
const MAX_LINES = 2000;

function parseDiff(diff: string): DiffLine[] {
  const found: DiffLine[] = [];
  let oldLine = 0;
  let newLine = 0;
  let isInHunk = false;
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@(.*)$/.exec(line);
    if (hunk !== null) {
      [oldLine, newLine, isInHunk] = [Number(hunk[1]), Number(hunk[2]), true];
      found.push({ kind: 'hunk', text: line });
    } else if (!isInHunk || /^(diff --git |--- |index )/.test(line)) {
      isInHunk = false;
      // The names of the files are shown above the diff; the rest of the header is for programs.
      if (!/^(index |--- |\+\+\+ )/.test(line)) found.push({ kind: 'file', text: line });
    } else if (line.startsWith('+')) found.push({ kind: 'added', text: line.slice(1), newLine: newLine++ });
    else if (line.startsWith('-')) found.push({ kind: 'removed', text: line.slice(1), oldLine: oldLine++ });
    else if (line.startsWith('\\')) found.push({ kind: 'hunk', text: line.slice(2) });
    else found.push({ kind: 'same', text: line.slice(1), oldLine: oldLine++, newLine: newLine++ });
  }
  return found;
}

import type { Paint } from '../terminal/paint.ts';

/** Whether a text contains the hunk header of a unified diff. */
export function isDiff(text: string): boolean {
  return /^@@ -\d+(,\d+)? \+\d+(,\d+)? @@/m.test(text);
}

/** The lines of a unified diff, with the usual colours. */
export function diffLines(diff: string, paint: Paint): string[] {
  const lines = diff.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => styleOf(line, paint)(line));
}

function styleOf(line: string, paint: Paint): (text: string) => string {
  if (/^(\+\+\+|---|diff |index )/.test(line)) return paint.bold;
  if (line.startsWith('@@')) return paint.cyan;
  if (line.startsWith('+')) return paint.green;
  return line.startsWith('-') ? paint.red : paint.plain;
}

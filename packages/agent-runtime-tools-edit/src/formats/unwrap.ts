/** The lines of a diff without what models like to put around one: a code fence, a here-document. */
export function unwrap(text: string): { lines: string[]; offset: number } {
  const plain = text.startsWith('\ufeff') ? text.slice(1) : text;
  let lines = plain.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  let offset = 0;
  for (const [open, close] of WRAPPERS) {
    const first = lines.findIndex((line) => line.trim() !== '');
    const last = lines.findLastIndex((line) => line.trim() !== '');
    const end = first === -1 ? undefined : open.exec(lines[first] ?? '');
    if (!end || last <= first || (lines[last] ?? '').trim() !== (close ?? end[1])) continue;
    lines = lines.slice(first + 1, last);
    offset += first + 1;
  }
  return { lines, offset };
}

const WRAPPERS: readonly (readonly [open: RegExp, close: string | undefined])[] = [
  [/^(```+|~~~+)[\w+-]*\s*$/, undefined],
  [/^(?:apply_patch\s+)?<<\s*['"]?(\w+)['"]?\s*$/, undefined],
];

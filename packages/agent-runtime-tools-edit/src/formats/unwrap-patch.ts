/**
 * The lines of a patch without a code fence or here-document around it, which models often write. `offset` is the number of
 * removed lines at the start. Added lines keep a carriage return at their end, unless all lines of the patch have one.
 */
export function unwrapPatch(text: string): { lines: string[]; offset: number } {
  const plain = text.startsWith('\ufeff') ? text.slice(1) : text;
  let lines = splitLines(plain);
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

function splitLines(text: string): string[] {
  if (!text.includes('\r')) return text.split('\n');
  const lines = text.split('\n');
  const isThroughout = lines.find((line) => line.trim() !== '')?.endsWith('\r') === true;
  return lines.map((line, index) => {
    const isAdded = line.startsWith('+') && !(line.startsWith('+++ ') && lines[index - 1]?.startsWith('--- ') === true);
    return isAdded && !isThroughout ? line : line.replace(/\r$/, '');
  });
}

const WRAPPERS: readonly (readonly [open: RegExp, close: string | undefined])[] = [
  [/^(```+|~~~+)[\w+-]*\s*$/, undefined],
  [/^(?:apply_patch\s+)?<<\s*['"]?(\w+)['"]?\s*$/, undefined],
];

import { stripEscapes } from './escape-filter.ts';

/** The text as a terminal would finally show it: without control sequences, with only the last frame of progress bars. */
export function cleanText(text: string): string {
  const plain = stripEscapes(text);
  if (!/[\r\b]/.test(plain)) return plain;
  return plain.split('\n').map(lastFrame).join('\n');
}

function lastFrame(line: string): string {
  const states = line.includes('\r') ? line.split('\r') : [line];
  const last = states.findLast((state) => state !== '') ?? '';
  return last.includes('\b') ? applyBackspaces(last) : last;
}

/** Applies backspaces, as spinners and manual pages use them: `a\bb` becomes `b`. */
function applyBackspaces(line: string): string {
  const characters: string[] = [];
  let at = 0;
  for (const character of line) {
    if (character === '\b') at = Math.max(0, at - 1);
    else characters[at++] = character;
  }
  return characters.join('');
}

import { withoutEscapes } from './escape-filter.ts';

/** What a person would have seen in the end: no control sequences, of every progress bar its last state. */
export function cleanText(text: string): string {
  const plain = withoutEscapes(text);
  if (!/[\r\b]/.test(plain)) return plain;
  return plain.split('\n').map(lastState).join('\n');
}

function lastState(line: string): string {
  const states = line.includes('\r') ? line.split('\r') : [line];
  const last = states.findLast((state) => state !== '') ?? '';
  return last.includes('\b') ? typedOver(last) : last;
}

/** A backspace goes back over a character, which the next one replaces: spinners, bold and underlined manual pages. */
function typedOver(line: string): string {
  const characters: string[] = [];
  let at = 0;
  for (const character of line) {
    if (character === '\b') at = Math.max(0, at - 1);
    else characters[at++] = character;
  }
  return characters.join('');
}

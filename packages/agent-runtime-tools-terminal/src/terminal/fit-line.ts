import { wrapLines } from '@ku0/agent-runtime-tools-approval';

/**
 * Wraps a coloured line to the width of a terminal. Continued lines start with `┊ `, in the colours of the text before them.
 * All control sequences in the line have to be colours.
 */
export function fitLine(line: string, width: number): string[] {
  const pieces = line.split(COLOUR);
  // Every second piece is a control sequence.
  const text = pieces.filter((_, index) => index % 2 === 0).join('');
  const rows = wrapLines(text, Math.max(1, width - 2), width);
  if (rows.length === 1) return [line];
  const isColoured = pieces.length > 1;
  const fitted: string[] = [];
  let colours = '';
  for (const row of rows) {
    let left = row.length;
    let shown = fitted.length === 0 ? '' : `┊ ${colours}`;
    while (pieces.length > 0) {
      const piece = pieces[0] ?? '';
      const taken = piece.slice(0, left);
      shown += taken;
      left -= taken.length;
      if (taken.length < piece.length) {
        pieces[0] = piece.slice(taken.length);
        break;
      }
      pieces.shift();
      const colour = pieces.shift() ?? '';
      colours += colour;
      shown += colour;
    }
    fitted.push(isColoured ? `${shown}${RESET}` : shown);
  }
  return fitted;
}

const COLOUR = /(\u001b\[[\d;]*m)/;
const RESET = '\u001b[0m';

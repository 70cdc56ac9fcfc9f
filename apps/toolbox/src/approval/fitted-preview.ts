import { printable, type DryRun } from '@ku0/agent-runtime-tools-core';
import { cutToWidth } from '../terminal/text-width.ts';

/** A preview none of whose lines a terminal of this width would wrap: what goes on begins with a mark of its own. */
export function fittedPreview({ summary, changes, warnings }: DryRun, width: number): DryRun {
  return {
    summary: fitted(summary, width),
    changes: changes.map((change) => ({
      ...change,
      // The arguments above name it in full.
      target: cutToWidth(printable(change.target), width - LONGEST_KIND),
      ...(change.diff !== undefined && { diff: fitted(change.diff, width) }),
    })),
    ...(warnings !== undefined && { warnings: warnings.map((warning) => cutToWidth(printable(warning), width)) }),
  };
}

function fitted(text: string, width: number): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  return lines.flatMap((line) => pieces(printable(line.replaceAll('\t', '    ')), width)).join('\n');
}

/** What is not plain is taken to be wide: a line that is broken early hides nothing. */
function pieces(line: string, width: number): string[] {
  if (line.length <= width && !/[\u1100-\uffff]/.test(line)) return [line];
  const found: string[] = [];
  let piece = '';
  let left = width;
  for (const character of line) {
    const columns = character < '\u1100' ? 1 : 2;
    if (columns > left) {
      found.push(piece);
      piece = '┊ ';
      left = width - 2;
    }
    piece += character;
    left -= columns;
  }
  return [...found, piece];
}

const LONGEST_KIND = 10;

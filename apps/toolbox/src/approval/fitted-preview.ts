import { cutDiff } from '@ku0/agent-runtime-tools-approval';
import { printable, type DryRun } from '@ku0/agent-runtime-tools-core';
import { cutToWidth } from '../terminal/text-width.ts';

/**
 * A preview none of whose lines a terminal of this width would wrap: what goes on begins with a mark of its own. Its
 * changes share so many lines, each with both of its sides; what is not shown is counted.
 */
export function fittedPreview({ summary, changes, warnings = [] }: DryRun, width: number, maxLines: number): DryRun {
  const shown = changes.slice(0, MOST_CHANGES);
  const share = Math.max(8, Math.floor(maxLines / Math.max(1, shown.length)));
  const unshown = changes.length - shown.length;
  return {
    summary: fitted(summary, width).slice(0, MOST_SUMMARY).join('\n'),
    changes: shown.map((change) => ({
      ...change,
      // The arguments above name it in full.
      target: cutToWidth(printable(change.target), width - LONGEST_KIND),
      ...(change.diff !== undefined && { diff: cutDiff(fitted(change.diff, width), share).lines.join('\n') }),
    })),
    warnings: [
      ...(unshown > 0 ? [`${unshown} more changes are not shown`] : []),
      ...warnings.map((warning) => cutToWidth(printable(warning), width)),
    ],
  };
}

function fitted(text: string, width: number): string[] {
  const lines = text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n');
  return lines.flatMap((line) => pieces(printable(line.replaceAll('\t', '    ')), width));
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
const MOST_CHANGES = 40;
const MOST_SUMMARY = 40;

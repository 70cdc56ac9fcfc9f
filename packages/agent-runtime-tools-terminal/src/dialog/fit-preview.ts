import { cutDiff, wrapLines } from '@ku0/agent-runtime-tools-approval';
import { printable, type DryRun } from '@ku0/agent-runtime-tools-core';
import { cutToWidth } from '../terminal/text-width.ts';

/**
 * Fits a preview to the width of a terminal: longer lines are wrapped, and continued lines start with `┊`. The changes share
 * `maxLines` lines. Both sides of each change are shown, and lines that are left out are counted.
 */
export function fitPreview({ summary, changes, warnings = [] }: DryRun, width: number, maxLines: number): DryRun {
  const shown = changes.slice(0, MAX_CHANGES);
  const share = Math.max(8, Math.floor(maxLines / Math.max(1, shown.length)));
  const unshown = changes.length - shown.length;
  return {
    summary: wrapText(summary, width).slice(0, MAX_SUMMARY_LINES).join('\n'),
    changes: shown.map((change) => ({
      ...change,
      // The arguments above show the full name.
      target: cutToWidth(printable(change.target), width - MAX_KIND_WIDTH),
      ...(change.diff !== undefined && { diff: cutDiff(wrapText(change.diff, width), share).lines.join('\n') }),
    })),
    warnings: [
      ...(unshown > 0 ? [`${unshown} more changes are not shown`] : []),
      ...warnings.map((warning) => cutToWidth(printable(warning), width)),
    ],
  };
}

function wrapText(text: string, width: number): string[] {
  const lines = text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n');
  return lines.flatMap((line) => {
    const [first = '', ...rest] = wrapLines(printable(line.replaceAll('\t', '    ')), width - 2, width);
    return [first, ...rest.map((piece) => `┊ ${piece}`)];
  });
}

const MAX_KIND_WIDTH = 10;
const MAX_CHANGES = 40;
const MAX_SUMMARY_LINES = 40;

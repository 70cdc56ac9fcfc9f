import { printable, type DryRun } from '@ku0/agent-runtime-tools-core';
import type { Paint } from '../terminal/paint.ts';
import { diffLines } from './diff-lines.ts';

/** The changes that a call would make, with their diffs. */
export function dryRunLines({ summary, changes, warnings = [] }: DryRun, paint: Paint): string[] {
  return [
    ...paint.plain(summary).split('\n'),
    ...changes.flatMap(({ kind, target, diff }) => [
      `${paint.cyan(kind)} ${paint.bold(printable(target))}`,
      ...(diff === undefined ? [] : diffLines(diff, paint)),
    ]),
    ...warnings.map((warning) => `${paint.yellow('!')} ${paint.plain(printable(warning))}`),
  ];
}

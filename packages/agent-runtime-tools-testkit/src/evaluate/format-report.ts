import { printable } from '@ku0/agent-runtime-tools-core';
import type { EvaluationReport, Tally } from './evaluation-report.ts';

/** Formats a report as text: a table of pass rates by tool and tag, then the failed cases with their reasons. */
export function formatReport(report: EvaluationReport): string {
  const rows: Row[] = [
    ['', 'total', 'passed', 'failed', 'rate'],
    ...Object.entries(report.byTool).map(([name, tally]) => row(name, tally)),
    ...Object.entries(report.byTag).map(([name, tally]) => row(`#${name}`, tally)),
    row('all', report),
  ];
  const failures = report.cases.filter(({ passed }) => !passed);
  return [
    ...table(rows),
    ...(report.cancelled ? ['', 'Cancelled: cases that had not started are not counted.'] : []),
    ...(failures.length > 0 ? ['', 'Failed:'] : []),
    ...failures.map(({ id, tool, reason = '' }) =>
      printable(`  ${tool === undefined ? id : `${id} (${tool})`}: ${reason}`),
    ),
  ].join('\n');
}

type Row = readonly [string, string, string, string, string];

function row(name: string, { total, passed, failed, passRate }: Tally): Row {
  return [printable(name), String(total), String(passed), String(failed), percent(passRate)];
}

/** Rounds down, so that only a full score reads 100 %. */
function percent(rate: number): string {
  return `${(Math.floor(rate * 1000) / 10).toFixed(1)} %`;
}

/** Aligns the first column to the left and the numbers to the right. */
function table(rows: readonly Row[]): string[] {
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  return rows.map(([name, ...numbers]) => {
    const padded = numbers.map((number, index) => number.padStart(widths[index + 1] ?? 0));
    return [name.padEnd(widths[0] ?? 0), ...padded].join('  ');
  });
}

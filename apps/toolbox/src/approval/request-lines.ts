import { cutText, printable } from '@ku0/agent-runtime-tools-core';
import { dryRunLines } from '../call/dry-run-lines.ts';
import { effectWords } from '../describe/effect-words.ts';
import type { Paint } from '../terminal/paint.ts';
import type { ApprovalRequest } from './approval.ts';

/**
 * What a person is asked to allow, from the call's real arguments. Every line of it carries a mark at its start, so
 * that no argument can pass itself off as this program's own words.
 */
export function requestLines({ tool, params, cwd, dryRun }: ApprovalRequest, paint: Paint): string[] {
  const facts = [...effectWords(tool), printable(cwd)].join(' · ');
  const lines = [...argumentLines(params, paint), ...dryRunPart(dryRun, paint)];
  return [
    `${paint.yellow('?')} ${paint.bold(tool.name)} asks to run ${paint.dim(facts)}`,
    ...lines.map((line) => `${paint.dim('│')} ${line}`),
  ];
}

const MAX_ARGUMENT_CHARS = 20_000;
const MAX_LINES = 300;

function argumentLines(params: unknown, paint: Paint): string[] {
  return paint.plain(cutText(JSON.stringify(params, undefined, 2), MAX_ARGUMENT_CHARS, '')).split('\n');
}

function dryRunPart(dryRun: ApprovalRequest['dryRun'], paint: Paint): string[] {
  if (dryRun === undefined) return [];
  if (!dryRun.ok) return ['', paint.yellow(printable(`What it would change is not known: ${dryRun.error.message}`))];
  const lines = dryRunLines(dryRun.value, paint);
  if (lines.length <= MAX_LINES) return ['', ...lines];
  return [
    '',
    ...lines.slice(0, MAX_LINES),
    paint.yellow(`... ${lines.length - MAX_LINES} more lines are not shown ...`),
  ];
}

import { nearestNames } from '@ku0/agent-runtime-tools-core';
import { paintFor, type Terminal } from '@ku0/agent-runtime-tools-terminal';
import { FAILED, USAGE, type ExitCode } from '../exit-code.ts';
import { UsageError } from './usage-error.ts';

/** Shows why a command did not run, and what to do next. Returns the exit code. */
export function showError(error: unknown, { err }: Terminal): ExitCode {
  const paint = paintFor(err);
  if (!(error instanceof UsageError)) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    err.line(`${paint.red('toolbox failed because of a bug in the toolbox:')} ${paint.plain(reason)}`);
    return FAILED;
  }
  const { mistyped, next } = error;
  const nearest = mistyped === undefined ? [] : nearestNames(mistyped.name, mistyped.known);
  const suggestion = nearest.length === 0 ? '' : ` Did you mean ${nearest.join(' or ')}?`;
  err.line(`${paint.red('toolbox:')} ${paint.plain(error.message + suggestion)}`);
  for (const line of next) err.line(`  ${paint.dim(line)}`);
  return USAGE;
}

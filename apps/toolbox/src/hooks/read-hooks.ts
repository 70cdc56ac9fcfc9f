import { loadHooks, type Hooks, type HooksOptions } from '@ku0/agent-runtime-tools-hooks';
import { UsageError } from '../command-line/usage-error.ts';
import type { Output } from '../terminal/output.ts';
import { paintFor } from '../terminal/paint.ts';
import { trustHint, type TrustHintOptions } from './trust-hint.ts';

/**
 * The hooks of a file, or of a folder of Cline's. A file inside the workspace counts only when it is trusted; `trusted`
 * takes it for that, which is for looking at hooks that are never run.
 */
export async function readHooks(
  path: string,
  workspace: string,
  { trusted = false, onStop }: { trusted?: boolean; onStop?: HooksOptions['onStop'] } = {},
): Promise<Hooks> {
  try {
    return await loadHooks(path, { workspace, trusted, ...(onStop !== undefined && { onStop }) });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), {
      next: ['See the README of the hooks package for the form of hooks.'],
    });
  }
}

/** What was not loaded, and why: a person who counts on a hook must not be left in the dark. */
export function showHookProblems(hooks: Hooks, { err, ...place }: { err: Output } & TrustHintOptions): void {
  const paint = paintFor(err);
  for (const { kind, file, where, message } of hooks.diagnostics) {
    if (kind === 'loaded') continue;
    err.line(`${paint.yellow('!')} ${paint.plain(`${file}${where === undefined ? '' : ` ${where}`}: ${message}`)}`);
  }
  const hint = trustHint(hooks, place);
  if (hint !== undefined) err.line(`  ${paint.dim(hint)}`);
}

/** A hook ended the work, not only the call that it looked at. */
export function showStop(reason: string, err: Output): void {
  const paint = paintFor(err);
  err.line(`${paint.yellow('!')} ${paint.plain(`A hook stopped the work: ${reason}`)}`);
}

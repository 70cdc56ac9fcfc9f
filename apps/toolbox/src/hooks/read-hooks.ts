import { errorMessage } from '@ku0/agent-runtime-tools-core';
import { loadHooks, type Hooks, type HooksOptions } from '@ku0/agent-runtime-tools-hooks';
import { type Output, paintFor } from '@ku0/agent-runtime-tools-terminal';
import { UsageError } from '../command-line/usage-error.ts';
import { trustHint, type TrustHintOptions } from './hook-lines.ts';

/**
 * Loads hooks from a file or from a folder of Cline hooks. Hooks of a file inside the workspace are loaded only if the file is
 * trusted. `trusted: true` loads them anyway; use it only to show hooks, never to run them.
 */
export async function readHooks(
  path: string,
  workspace: string,
  { trusted = false, onStop }: { trusted?: boolean; onStop?: HooksOptions['onStop'] } = {},
): Promise<Hooks> {
  try {
    return await loadHooks(path, { workspace, trusted, ...(onStop !== undefined && { onStop }) });
  } catch (error) {
    throw new UsageError(errorMessage(error), {
      next: ['The README of the hooks package describes the format of hooks.'],
    });
  }
}

/** Shows which hooks were not loaded, and why. */
export function showHookProblems(hooks: Hooks, { err, ...hintOptions }: { err: Output } & TrustHintOptions): void {
  const paint = paintFor(err);
  for (const { kind, file, where, message } of hooks.diagnostics) {
    if (kind === 'loaded') continue;
    err.line(`${paint.yellow('!')} ${paint.plain(`${file}${where === undefined ? '' : ` ${where}`}: ${message}`)}`);
  }
  const hint = trustHint(hooks, hintOptions);
  if (hint !== undefined) err.line(`  ${paint.dim(hint)}`);
}

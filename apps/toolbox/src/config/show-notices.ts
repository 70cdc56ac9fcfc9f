import { printable } from '@ku0/agent-runtime-tools-core';
import type { Output } from '@ku0/agent-runtime-tools-terminal';
import type { LoadedConfig } from './load-config.ts';
import { trustCommand } from './trust-command.ts';

/** Shows which settings do not count, and how to trust them. */
export function showConfigNotices(
  { notices, policies, needsTrust }: LoadedConfig,
  { err, program, workspace }: { readonly err: Output; readonly program: string; readonly workspace: string },
): void {
  for (const notice of notices) err.line(`! ${printable(notice)}`);
  if (needsTrust) err.line(`  To trust it after reading it: ${trustCommand(program, workspace)}`);
  for (const notice of policies?.notices ?? []) err.line(`! ${printable(notice)}`);
}

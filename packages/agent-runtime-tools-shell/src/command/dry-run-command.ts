import { ok } from '@ku0/agent-runtime-tools-core';
import type { DryRun, ToolResult } from '@ku0/agent-runtime-tools-core';
import { workingFolder } from '@ku0/agent-runtime-tools-workspace';
import { callEnvironment } from './call-environment.ts';
import { checkDanger } from './check-danger.ts';
import { findShell } from './find-shell.ts';
import type { CommandRequest } from './prepare-command.ts';
import { commandText, servicesOf } from './prepare-command.ts';
import type { CommandOptions } from './command-options.ts';

/** What would be run and where; a ToolFailure is thrown for what would be refused. */
export async function dryRunCommand(
  request: CommandRequest & { readonly background?: boolean },
  { settings, context }: Pick<CommandOptions, 'settings' | 'context'>,
): Promise<ToolResult<DryRun>> {
  const cwd = await workingFolder(servicesOf(context).workspace, { cwd: context.cwd, asked: request.cwd });
  callEnvironment(request.env, settings, context);
  const { dialect } = await findShell(settings.shell);
  await checkDanger(request, { cwd, dialect });
  const variables = Object.keys(request.env ?? {});
  const how = [
    `in ${cwd}`,
    ...(variables.length > 0 ? [`with ${variables.join(', ')} set`] : []),
    ...(settings.sandbox === undefined ? [] : [`confined (${settings.sandbox})`]),
    ...(request.background === true ? ['in the background'] : []),
  ];
  return ok({
    summary: `Would run a command ${how.join(', ')}. What it changes cannot be said beforehand.`,
    changes: [{ kind: 'execute', target: commandText(request) }],
  });
}

import { ok } from '@ku0/agent-runtime-tools-core';
import type { DryRun, ToolResult } from '@ku0/agent-runtime-tools-core';
import { workingFolder } from '@ku0/agent-runtime-tools-workspace';
import { callEnvironment } from './call-environment.ts';
import { checkDanger } from './check-danger.ts';
import { findShell } from './find-shell.ts';
import type { CommandDependencies, CommandRequest } from './command-request.ts';
import { commandText, servicesOf } from './prepare-command.ts';

/** Describes which command would run and where. Throws a ToolFailure if the command would be refused. */
export async function dryRunCommand(
  request: CommandRequest & { readonly background?: boolean },
  { settings, context }: Pick<CommandDependencies, 'settings' | 'context'>,
): Promise<ToolResult<DryRun>> {
  const cwd = await workingFolder(servicesOf(context).workspace, { cwd: context.cwd, asked: request.cwd });
  callEnvironment(request.env, settings, context);
  const { dialect } = await findShell(settings.shell);
  await checkDanger(request, { cwd, dialect });
  const variables = Object.keys(request.env ?? {});
  const conditions = [
    `in ${cwd}`,
    ...(variables.length > 0 ? [`with ${variables.join(', ')} set`] : []),
    ...(settings.sandbox === undefined ? [] : [`confined (${settings.sandbox})`]),
    ...(request.background === true ? ['in the background'] : []),
  ];
  return ok({
    summary: `Would run a command ${conditions.join(', ')}. What it would change is not known.`,
    changes: [{ kind: 'execute', target: commandText(request) }],
  });
}

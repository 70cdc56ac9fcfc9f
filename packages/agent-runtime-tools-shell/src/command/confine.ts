import { coreErrors, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { ToolContext } from '@ku0/agent-runtime-tools-core';
import type { ConfinedCommand } from '@ku0/agent-runtime-tools-processes';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';

export interface ConfineRequest {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly profile: string;
  readonly workspace: Workspace;
}

/** The confined command to run instead. Throws a ToolFailure if the command cannot be confined. */
export async function confine(
  { workspace, ...request }: ConfineRequest,
  { services, signal }: Pick<ToolContext, 'services' | 'signal'>,
): Promise<ConfinedCommand> {
  const { confinement } = services;
  if (confinement === undefined) {
    throw new ToolFailure(
      coreErrors.ENGINE_NOT_AVAILABLE({
        message: `Commands must run in the sandbox profile ${request.profile}, but there is no sandbox.`,
        suggestion:
          'Tell the person to provide services: { confinement: createSandbox({ workspace }) }, or to remove the option sandbox from shellPack.',
      }),
    );
  }
  const confined = await confinement.wrap({ ...request, roots: await workspace.roots(), signal });
  if (!confined.ok) throw new ToolFailure(confined.error);
  return confined.command;
}

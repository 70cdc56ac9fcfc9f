import { coreErrors, ToolFailure, type ToolServices } from '@ku0/agent-runtime-tools-core';
import type { Workspace } from './workspace.ts';

/**
 * The workspace of a call, for a tool that cannot work without one. The coordinator refuses to register such a tool where the
 * service is missing; a tool that is called directly fails with ENGINE_NOT_AVAILABLE.
 */
export function requireWorkspace({ services }: { readonly services: ToolServices }): Workspace {
  if (services.workspace !== undefined) return services.workspace;
  throw new ToolFailure(
    coreErrors.ENGINE_NOT_AVAILABLE({ message: `There is no workspace. Provide it with ${PROVIDE_WORKSPACE}.` }),
  );
}

/** The line that provides the service, for error messages. */
export const PROVIDE_WORKSPACE = "new ToolCoordinator({ services: { workspace: createWorkspace({ roots: ['.'] }) } })";

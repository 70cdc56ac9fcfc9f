import { coreErrors, ToolFailure, type ToolServices } from '@ku0/agent-runtime-tools-core';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';

/** The coordinator has checked that it is there; a handler that is called on its own has not. */
export function neededWorkspace({ workspace }: ToolServices): Workspace {
  if (workspace !== undefined) return workspace;
  throw new ToolFailure(coreErrors.ENGINE_NOT_AVAILABLE({ message: 'Searching needs services.workspace.' }));
}

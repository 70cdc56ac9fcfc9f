import { coreErrors, ToolFailure, type ToolServices } from '@ku0/agent-runtime-tools-core';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';

/** The file service of a call. The coordinator guarantees it; a tool that is called directly may lack it. */
export function requireWorkspace({ workspace }: ToolServices): Workspace {
  if (workspace !== undefined) return workspace;
  throw new ToolFailure(coreErrors.ENGINE_NOT_AVAILABLE({ message: 'Searching needs services.workspace.' }));
}

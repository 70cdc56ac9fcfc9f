import { coreErrors, type ToolContext } from '@ku0/agent-runtime-tools-core';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import { refuse } from '../errors.ts';

/** The file service of a call. A pack that is registered has one; a tool that is called by itself may lack it. */
export function workspaceOf({ services }: Pick<ToolContext, 'services'>): Workspace {
  return (
    services.workspace ??
    refuse(coreErrors.ENGINE_NOT_AVAILABLE({ message: 'There is no services.workspace to edit files with.' }))
  );
}

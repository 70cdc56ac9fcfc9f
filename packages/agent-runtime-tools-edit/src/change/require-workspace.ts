import { coreErrors, type ToolContext } from '@ku0/agent-runtime-tools-core';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import { throwFailure } from '../errors.ts';

/** The file service of a call. The coordinator guarantees it; a tool that is called directly may lack it. */
export function requireWorkspace({ services }: Pick<ToolContext, 'services'>): Workspace {
  return (
    services.workspace ??
    throwFailure(coreErrors.ENGINE_NOT_AVAILABLE({ message: 'There is no services.workspace to edit files with.' }))
  );
}

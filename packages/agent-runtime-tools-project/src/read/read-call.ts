import { coreErrors, ownerOf, ToolFailure, type ToolContext } from '@ku0/agent-runtime-tools-core';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import type { ReadCall } from './project-files.ts';

/** What the tools that only read a project need to know about a call. */
export function readCall(context: ToolContext): ReadCall {
  const { cwd, signal, emitProgress } = context;
  return {
    workspace: workspaceOf(context),
    owner: ownerOf(context),
    cwd,
    signal,
    onProgress: (folders) => emitProgress(folders, undefined, `${folders} folders read`),
  };
}

/** The file service of a call. The coordinator guarantees it; a tool that is called directly may lack it. */
export function workspaceOf({ services }: Pick<ToolContext, 'services'>): Workspace {
  if (services.workspace !== undefined) return services.workspace;
  throw new ToolFailure(coreErrors.ENGINE_NOT_AVAILABLE({ message: 'Reading a project needs services.workspace.' }));
}

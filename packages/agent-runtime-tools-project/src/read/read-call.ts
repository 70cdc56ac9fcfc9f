import { ownerOf, type ToolContext } from '@ku0/agent-runtime-tools-core';
import { requireWorkspace } from '@ku0/agent-runtime-tools-workspace';
import type { ReadCall } from './project-files.ts';

/** What the tools that only read a project need to know about a call. */
export function readCall(context: ToolContext): ReadCall {
  const { cwd, signal, emitProgress } = context;
  return {
    workspace: requireWorkspace(context),
    owner: ownerOf(context),
    cwd,
    signal,
    onProgress: (folders) => emitProgress(folders, undefined, `${folders} folders read`),
  };
}

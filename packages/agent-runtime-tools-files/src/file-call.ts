import { ToolFailure, coreErrors, ownerOf, type Owner, type ToolContext } from '@ku0/agent-runtime-tools-core';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';

/** What the work of a tool needs to know of its call. */
export interface FileCall {
  readonly workspace: Workspace;
  /** On whose behalf files are read and changed. */
  readonly owner: Owner;
  readonly callId: string;
  /** What makes the changes of this call one step of undo. */
  readonly callKey: string;
  /** The name of the tool, for the list of changes. */
  readonly tool: string;
  readonly signal: AbortSignal;
  readonly emitProgress: ToolContext['emitProgress'];
}

export function fileCall(context: ToolContext): FileCall {
  const { callId, callKey, signal, tool, emitProgress } = context;
  return {
    workspace: workspaceOf(context),
    owner: ownerOf(context),
    callId,
    callKey,
    tool: tool.name,
    signal,
    emitProgress,
  };
}

/** Tells of every tenth part of a long work, in files: more often would be noise. */
export function progressOf({ emitProgress }: Pick<FileCall, 'emitProgress'>, message: string) {
  let told = 0;
  return (done: number, total: number): void => {
    if (total < MIN_FILES || (done < total && done - told < total / 10)) return;
    told = done;
    emitProgress(done, total, message);
  };
}

const MIN_FILES = 20;

/** The line that provides the service, for whoever forgot it. */
export const PROVIDE_WORKSPACE = "new ToolCoordinator({ services: { workspace: createWorkspace({ roots: ['.'] }) } })";

function workspaceOf({ services }: ToolContext): Workspace {
  if (services.workspace !== undefined) return services.workspace;
  const message = `There is no workspace. Provide it with ${PROVIDE_WORKSPACE}.`;
  throw new ToolFailure(coreErrors.ENGINE_NOT_AVAILABLE({ message }));
}

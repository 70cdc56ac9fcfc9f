import { ownerOf, type Owner, type ToolContext } from '@ku0/agent-runtime-tools-core';
import { requireWorkspace } from '@ku0/agent-runtime-tools-workspace';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';

/** What a tool needs to know about its call. */
export interface FileCall {
  readonly workspace: Workspace;
  /** On whose behalf files are read and changed. */
  readonly owner: Owner;
  readonly callId: string;
  /** A unique id: the changes of one call are one step of undo. */
  readonly callKey: string;
  /** The name of the tool, for the list of changes. */
  readonly tool: string;
  readonly signal: AbortSignal;
  readonly emitProgress: ToolContext['emitProgress'];
}

export function fileCall(context: ToolContext): FileCall {
  const { callId, callKey, signal, tool, emitProgress } = context;
  return {
    workspace: requireWorkspace(context),
    owner: ownerOf(context),
    callId,
    callKey,
    tool: tool.name,
    signal,
    emitProgress,
  };
}

/** Reports progress in files, about ten times per call and only for long work. */
export function progressReporter({ emitProgress }: Pick<FileCall, 'emitProgress'>, message: string) {
  let reported = 0;
  return (done: number, total: number): void => {
    if (total < MIN_FILES || (done < total && done - reported < total / 10)) return;
    reported = done;
    emitProgress(done, total, message);
  };
}

const MIN_FILES = 20;

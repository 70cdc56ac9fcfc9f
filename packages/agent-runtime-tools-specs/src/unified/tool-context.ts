import type { ExecuteOptions } from '@ku0/agent-runtime-tools-core';

/** The options of a call, with the session under either of its names. */
export interface ToolContextInit extends Omit<ExecuteOptions, 'taskId'> {
  readonly sessionId?: string;
  readonly session_id?: string;
}

/**
 * The options of a call for a session. A session is what the coordinator calls a task: whatever outlives a call is kept
 * for it. Not to be confused with the context that a handler gets.
 */
export class ToolContext implements ExecuteOptions {
  readonly taskId?: string;

  constructor({ sessionId, session_id: alias, ...options }: ToolContextInit = {}) {
    Object.assign(this, options);
    const taskId = sessionId ?? alias;
    if (taskId !== undefined) this.taskId = taskId;
  }
}

import { join } from 'node:path';
import { ApprovalGate, SqliteApprovalStore, approval } from '@ku0/agent-runtime-tools-approval';
import { ToolCoordinator, type ToolMiddleware } from '@ku0/agent-runtime-tools-core';
import { filesPack } from '@ku0/agent-runtime-tools-files';
import { shellPack } from '@ku0/agent-runtime-tools-shell';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';

export interface ServerOptions {
  /** The folder that the tools work in. */
  readonly root: string;
  /** The folder for undo, approvals and the journal of calls, outside of the root. */
  readonly state: string;
  /** How long a call may take. The time that a person takes to answer does not count. */
  readonly callTimeoutMs: number;
}

/** One coordinator for all users. The principal of each call identifies its user. */
export function createTools({ root, state, callTimeoutMs }: ServerOptions, middleware: ToolMiddleware) {
  const workspace = createWorkspace({ roots: [root], state });
  const store = new SqliteApprovalStore({ file: join(state, 'approvals.db') });
  // Without `ask`, requests wait in the gate until they are answered over HTTP, for at most a day.
  const gate = new ApprovalGate({ store, timeoutMs: 24 * 3_600_000 });
  const tools = new ToolCoordinator({ services: { workspace }, limits: { timeoutMs: callTimeoutMs } })
    .use(approval({ gate, store }))
    .use(middleware)
    .registerPack(filesPack())
    .registerPack(shellPack());
  return { tools, gate };
}

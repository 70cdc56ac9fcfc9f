import { join } from 'node:path';
import { ApprovalGate, SqliteApprovalStore, approval } from '@ku0/agent-runtime-tools-approval';
import { ToolCoordinator, type ToolMiddleware } from '@ku0/agent-runtime-tools-core';
import { filesPack } from '@ku0/agent-runtime-tools-files';
import { shellPack } from '@ku0/agent-runtime-tools-shell';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';

export interface ServerOptions {
  /** The folder that the tools work in. */
  readonly root: string;
  /** Where undo, approvals and the journal of calls are kept, outside of the root. */
  readonly state: string;
}

/** One coordinator for all users. Whoever calls is told apart by the principal of each call. */
export function createTools({ root, state }: ServerOptions, middleware: ToolMiddleware) {
  const workspace = createWorkspace({ roots: [root], state });
  const store = new SqliteApprovalStore({ file: join(state, 'approvals.db') });
  // Nobody is asked directly: requests wait in the gate until somebody answers them, for a day at most.
  const gate = new ApprovalGate({ store, timeoutMs: 24 * 3_600_000 });
  const tools = new ToolCoordinator({ services: { workspace } })
    .use(approval({ gate, store }))
    .use(middleware)
    .registerPack(filesPack())
    .registerPack(shellPack());
  return { tools, gate };
}

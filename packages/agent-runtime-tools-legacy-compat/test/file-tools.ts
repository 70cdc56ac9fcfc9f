import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { filesPack } from '@ku0/agent-runtime-tools-files';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** The current file tools in a folder of their own, where every call is approved. */
export function fileTools(): { readonly root: string; readonly tools: ToolCoordinator } {
  const root = temporaryFolder();
  const workspace = createWorkspace({ roots: [root], state: temporaryFolder() });
  const tools = new ToolCoordinator({ services: { workspace } });
  tools.use({ name: 'yes', phase: 'approve', execute: (params, _, next) => next(params, { by: 'test' }) });
  tools.registerPack(filesPack());
  onTestFinished(async () => {
    await tools.shutdownAll();
    await workspace.shutdown();
  });
  return { root, tools };
}

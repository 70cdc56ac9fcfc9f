import type { ToolCoordinator } from '@ku0/agent-runtime-tools-core';

/** Shuts every tool down, and stops waiting for those that do not come to an end. */
export async function shutDown(toolbox: ToolCoordinator): Promise<void> {
  let giveUp: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    giveUp = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([toolbox.shutdownAll(), patience]);
  clearTimeout(giveUp);
}

const PATIENCE_MS = 5_000;

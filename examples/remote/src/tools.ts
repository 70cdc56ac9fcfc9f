import { setTimeout as sleep } from 'node:timers/promises';
import { ToolCoordinator, Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import { filesPack } from '@ku0/agent-runtime-tools-files';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';

/** Stands for the heavy work: it shows output while it runs, and stops when it is cancelled. */
const build = defineTool({
  name: 'build',
  description: 'Build the project',
  parameters: Type.Object({ steps: Type.Integer({ minimum: 1, maximum: 100 }) }),
  output: Type.Object({ steps: Type.Integer() }),
  capabilities: { executesCommands: true },
  async execute({ steps }, { emitOutput, emitProgress, signal }) {
    for (let step = 1; step <= steps; step++) {
      await sleep(20, undefined, { signal });
      emitOutput(`step ${step}\n`);
      emitProgress(step, steps);
    }
    return ok({ steps });
  },
});

/** The tools of the worker, for the files in one folder. */
export function createWorkerTools({ root, state }: { readonly root: string; readonly state: string }): ToolCoordinator {
  const workspace = createWorkspace({ roots: [root], state });
  const services = { workspace, artifacts: workspace.artifacts };
  return new ToolCoordinator({ services }).registerPack(filesPack()).register(build);
}

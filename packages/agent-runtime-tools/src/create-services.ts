import type { ToolServices } from '@ku0/agent-runtime-tools-core';
import { createProcesses, type Processes } from '@ku0/agent-runtime-tools-processes';
import { createWorkspace, type Workspace } from '@ku0/agent-runtime-tools-workspace';
import type { CreateToolsOptions } from './create-tools-options.ts';
import type { FamilyName } from './families.ts';

/** The services of the tools, and the end of those that were created here. */
export interface CreatedServices {
  readonly workspace: Workspace;
  readonly processes: Processes;
  readonly services: ToolServices;
  /** Shuts down the services that the host did not give. Rejects with the first failure, after all have been tried. */
  close(): Promise<void>;
}

/** Creates the services that the chosen families need and that the host has not given. */
export async function createServices(
  { root = '.', state, services: given = {}, workspace: workspaceOptions }: CreateToolsOptions,
  families: ReadonlyMap<FamilyName, object>,
): Promise<CreatedServices> {
  const created: { shutdown(): Promise<unknown> }[] = [];
  const own = <S extends { shutdown(): Promise<unknown> }>(service: S): S => {
    created.unshift(service);
    return service;
  };
  const roots = typeof root === 'string' ? [root] : root;
  const workspace =
    given.workspace ?? own(createWorkspace({ ...workspaceOptions, roots, ...(state !== undefined && { state }) }));
  const processes = given.processes ?? own(createProcesses());
  const services: ToolServices = { workspace, artifacts: workspace.artifacts, processes, ...given };
  // A shell can run its commands in the sandbox.
  if ((families.has('sandbox') || families.has('shell')) && given.sandbox === undefined) {
    const { createSandbox } = await import('@ku0/agent-runtime-tools-sandbox');
    const sandbox = own(createSandbox({ workspace, processes }));
    Object.assign(services, { sandbox, confinement: given.confinement ?? sandbox });
  }
  if (families.has('code') && given.code === undefined) {
    const { createCodeEngine } = await import('@ku0/agent-runtime-tools-code');
    Object.assign(services, { code: own(createCodeEngine({ ...families.get('code'), workspace, processes })) });
  }
  return { workspace, processes, services, close: () => shutDown(created) };
}

async function shutDown(services: readonly { shutdown(): Promise<unknown> }[]): Promise<void> {
  const failures: unknown[] = [];
  // One after the other: the sandbox and the code engine use the processes and the workspace.
  for (const service of services) await service.shutdown().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

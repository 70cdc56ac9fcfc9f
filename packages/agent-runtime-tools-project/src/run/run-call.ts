import { coreErrors, ownerOf, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { ToolContext } from '@ku0/agent-runtime-tools-core';
import type { Processes } from '@ku0/agent-runtime-tools-processes';
import type { ProjectSettings } from '../project-options.ts';

/** What a tool that runs programs of a project is called with. */
export interface RunCall {
  readonly settings: ProjectSettings;
  readonly context: ToolContext;
}

export function processesOf({ services }: Pick<ToolContext, 'services'>): Processes {
  if (services.processes !== undefined) return services.processes;
  throw new ToolFailure(coreErrors.ENGINE_NOT_AVAILABLE({ message: 'Running programs needs services.processes.' }));
}

/** On whose behalf a call changes files. */
export function originOf(context: ToolContext) {
  const { callId, callKey, tool, signal } = context;
  return { ...ownerOf(context), callId, callKey, tool: tool.name, signal };
}

/** Variables that keep programs from asking, colouring and watching, and Node from leaving a cache behind. */
export const PLAIN_VARIABLES = {
  CI: 'true',
  NO_COLOR: '1',
  FORCE_COLOR: '0',
  TERM: 'dumb',
  NODE_DISABLE_COMPILE_CACHE: '1',
} as const;

/** The capabilities of the tools that run programs of a project. */
export const runningCapabilities = {
  readsFiles: true,
  writesFiles: true,
  executesCommands: true,
  accessesNetwork: true,
  destructive: false,
  idempotent: false,
  retryable: false,
} as const;

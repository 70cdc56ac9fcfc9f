import { definePack } from '@ku0/agent-runtime-tools-core';
import { runCodeTool } from './run-code/run-code.tool.ts';

export interface SandboxPackOptions {
  /** 'read-only': code may look at the workspace but change nothing. Default 'workspace-write'. */
  readonly profile?: 'read-only' | 'workspace-write';
  /** Finds out which files a run changed, which takes a look through the workspace before and after it. Default true. */
  readonly trackChanges?: boolean;
  /** The longest `timeout` that a call may ask for, in seconds. Default 600. */
  readonly maxTimeoutSeconds?: number;
}

/** run_code: programs that nobody trusts, confined. */
export function sandboxPack(options: SandboxPackOptions = {}) {
  const { profile = 'workspace-write', trackChanges = true, maxTimeoutSeconds = 600 } = options;
  return definePack({
    name: 'sandbox',
    version: '1.0.0',
    tools: [runCodeTool({ profile, trackChanges, maxTimeoutSeconds })],
    services: {
      sandbox: { provideWith: 'new ToolCoordinator({ services: { sandbox: createSandbox({ workspace }) } })' },
    },
  });
}

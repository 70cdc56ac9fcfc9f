import { definePack } from '@ku0/agent-runtime-tools-core';
import { runCodeTool } from './run-code/run-code.tool.ts';
import type { SandboxPackOptions } from './run-code/run-code.tool.ts';
import { packVersions } from './version.ts';

/** The pack with `run_code`, which runs untrusted programs in the sandbox. */
export function sandboxPack(options: SandboxPackOptions = {}) {
  return definePack({
    name: 'sandbox',
    ...packVersions,
    tools: [runCodeTool(options)],
    services: {
      sandbox: { provideWith: 'new ToolCoordinator({ services: { sandbox: createSandbox({ workspace }) } })' },
    },
  });
}

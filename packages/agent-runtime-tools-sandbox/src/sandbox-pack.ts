import { definePack } from '@ku0/agent-runtime-tools-core';
import { runCodeTool } from './run-code/run-code.tool.ts';
import type { SandboxPackOptions } from './run-code/run-code.tool.ts';

/** The pack with `run_code`, which runs untrusted programs in the sandbox. */
export function sandboxPack(options: SandboxPackOptions = {}) {
  return definePack({
    name: 'sandbox',
    version: '1.0.0',
    tools: [runCodeTool(options)],
    services: {
      sandbox: { provideWith: 'new ToolCoordinator({ services: { sandbox: createSandbox({ workspace }) } })' },
    },
  });
}

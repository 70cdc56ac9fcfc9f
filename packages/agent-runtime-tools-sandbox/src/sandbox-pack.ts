import { definePack } from '@ku0/agent-runtime-tools-core';
import { runCodeTool } from './run-code/run-code.tool.ts';
import type { SandboxPackOptions } from './run-code/run-code.tool.ts';

/** run_code: programs that nobody trusts, confined. */
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

export { createSandbox } from './create-sandbox.ts';
export { sandboxPack } from './sandbox-pack.ts';
export { runCodeTool } from './run-code/run-code.tool.ts';
export { sandboxErrors } from './errors.ts';

export type { LimitHit, SandboxLimits } from './sandbox-limits.ts';
export type { SandboxOptions } from './sandbox-options.ts';
export type { SandboxPackOptions } from './run-code/run-code.tool.ts';
export type { Sandbox, SandboxCheck, SandboxRequest, SandboxResult } from './sandbox.ts';

import type { ToolHandler } from '@ku0/agent-runtime-tools-core';
import type { ToolContractOptions } from './contract-options.ts';
import { registerChecks } from './register-checks.ts';
import { toolChecks } from './tool-checks.ts';

/** Registers the vitest suite that every tool must pass: one test per rule and sample. */
export function toolContract(tool: ToolHandler, options: ToolContractOptions): void {
  registerChecks(tool.name, toolChecks(tool, options));
}

import type { ToolHandler } from '@ku0/agent-runtime-tools-core';
import { runChecks, type ContractFinding } from './contract-check.ts';
import type { ToolContractOptions } from './contract-options.ts';
import { toolChecks } from './tool-checks.ts';

/** Checks the contract of a tool without vitest. Returns the violations. */
export function checkToolContract(tool: ToolHandler, options: ToolContractOptions): Promise<ContractFinding[]> {
  return runChecks(toolChecks(tool, options));
}

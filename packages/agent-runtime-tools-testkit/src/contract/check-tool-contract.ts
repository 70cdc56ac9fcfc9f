import type { ToolHandler } from '@ku0/agent-runtime-tools-core';
import { runChecks, type ContractFinding } from './contract-check.ts';
import type { ToolContractOptions } from './contract-options.ts';
import { toolChecks } from './tool-checks.ts';

/** Everything that is against the tool contract, without vitest; empty when nothing is. */
export function checkToolContract(tool: ToolHandler, options: ToolContractOptions): Promise<ContractFinding[]> {
  return runChecks(toolChecks(tool, options));
}

import type { ToolPack } from '@ku0/agent-runtime-tools-core';
import { checkToolContract } from './check-tool-contract.ts';
import { runChecks, type ContractFinding } from './contract-check.ts';
import { packChecks } from './pack-checks.ts';
import { toolOptions, type PackContractOptions } from './pack-options.ts';

/** Checks the contract of a pack and of its tools without vitest. Returns the violations. */
export async function checkPackContract(pack: ToolPack, options: PackContractOptions): Promise<ContractFinding[]> {
  const findings = await runChecks(packChecks(pack, options));
  for (const tool of pack.tools) {
    const ofTool = await checkToolContract(tool, { ...toolOptions(tool.name, options), pack });
    findings.push(...ofTool.map(({ rule, problem }) => ({ rule: `${tool.name} ${rule}`, problem })));
  }
  return findings;
}

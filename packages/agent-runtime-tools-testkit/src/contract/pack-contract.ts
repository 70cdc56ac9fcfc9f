import type { ToolPack } from '@ku0/agent-runtime-tools-core';
import { packChecks } from './pack-checks.ts';
import { toolOptions, type PackContractOptions } from './pack-options.ts';
import { registerChecks } from './register-checks.ts';
import { toolContract } from './tool-contract.ts';

/** Registers the vitest suite that every pack must pass: the rules for packs, then the contract of each of its tools. */
export function packContract(pack: ToolPack, options: PackContractOptions): void {
  registerChecks(`the pack ${pack.name}`, packChecks(pack, options));
  for (const tool of pack.tools) toolContract(tool, { ...toolOptions(tool.name, options), pack });
}

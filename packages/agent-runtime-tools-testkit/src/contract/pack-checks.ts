import type { ToolPack } from '@ku0/agent-runtime-tools-core';

import { lifecycleProblems } from './checks/pack/pack-lifecycle.ts';
import { packLeakProblems } from './checks/pack/pack-leaks.ts';
import { aliasProblems, packIdentityProblems } from './checks/pack/pack-declaration.ts';
import { serviceProblems } from './checks/pack/pack-services.ts';
import type { ContractCheck } from './contract-check.ts';
import type { PackContractOptions } from './pack-options.ts';

/** All rules for a pack as a whole. Each of its tools has its own contract. */
export function packChecks(pack: ToolPack, options: PackContractOptions): ContractCheck[] {
  return [
    { rule: 'has a name, a version and tools with unique names', problems: () => packIdentityProblems(pack) },
    { rule: 'has aliases that lead to its tools', problems: () => aliasProblems(pack) },
    { rule: 'has samples for every tool', problems: () => coverageProblems(pack, options) },
    { rule: 'says how to provide each service it needs', problems: () => serviceProblems(pack) },
    { rule: 'can be registered once, replaced and unregistered', problems: () => lifecycleProblems(pack, options) },
    { rule: 'leaves nothing running after a shutdown', problems: () => packLeakProblems(pack, options) },
  ];
}

function coverageProblems({ tools }: ToolPack, { samples }: PackContractOptions): string[] {
  const names = new Set(tools.map(({ name }) => name));
  return [
    ...[...names].filter((name) => !Object.hasOwn(samples, name)).map((name) => `there are no samples for ${name}`),
    ...Object.keys(samples)
      .filter((name) => !names.has(name))
      .map((name) => `there are samples for ${name}, which is not in the pack`),
  ];
}

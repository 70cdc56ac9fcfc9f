import type { ToolIdentity } from '@ku0/agent-runtime-tools-core';

/** What a tool may do to the world, a word each; none for one that only computes. */
export function effectWords({ capabilities }: Pick<ToolIdentity, 'capabilities'>): string[] {
  return [
    capabilities.readsFiles && 'reads',
    capabilities.writesFiles && 'writes',
    capabilities.executesCommands && 'executes',
    capabilities.accessesNetwork && 'network',
    capabilities.destructive && 'destroys',
  ].filter((word) => word !== false);
}

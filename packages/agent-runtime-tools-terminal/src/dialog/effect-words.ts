import type { ToolIdentity } from '@ku0/agent-runtime-tools-core';

/** What a tool may do, one word each; empty for a tool without effects. */
export function effectWords({ capabilities }: Pick<ToolIdentity, 'capabilities'>): string[] {
  return [
    capabilities.readsFiles && 'reads',
    capabilities.writesFiles && 'writes',
    capabilities.executesCommands && 'executes',
    capabilities.accessesNetwork && 'network',
    capabilities.destructive && 'destroys',
  ].filter((word) => word !== false);
}

import type { ToolIdentity, ToolView } from '@ku0/agent-runtime-tools-core';

/** What rules can know about the tools of a view, by name. */
export function toolIdentities(tools: ToolView): ReadonlyMap<string, ToolIdentity> {
  const found = new Map<string, ToolIdentity>();
  // A view asks its filter about every tool.
  tools.view((tool) => found.set(tool.name, tool).has(tool.name)).getNames();
  return found;
}

import type { ToolHandler, ToolPack } from '@ku0/agent-runtime-tools-core';

/** The other names under which a tool of this pack can be called. */
export function aliasesOf({ name }: ToolHandler, { aliases = {} }: ToolPack): string[] {
  return Object.entries(aliases).flatMap(([alias, target]) => (target === name ? [alias] : []));
}

import type { ToolPack } from '@ku0/agent-runtime-tools-core';
import { UsageError } from './usage-error.ts';

/** A name that no tool has, with the nearest ones and where to find them all. */
export function unknownTool(name: string, packs: readonly ToolPack[], program: string): UsageError {
  const known = packs.flatMap(({ tools, aliases = {} }) => [
    ...tools.map((tool) => tool.name),
    ...Object.keys(aliases),
  ]);
  return new UsageError(`There is no tool ${name}.`, {
    mistyped: { name, known },
    next: [`To see them all: ${program} list`],
  });
}

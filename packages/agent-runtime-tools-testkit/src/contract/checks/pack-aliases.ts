import type { ToolPack } from '@ku0/agent-runtime-tools-core';

export function aliasProblems({ aliases = {}, tools }: ToolPack): string[] {
  const names = new Set(tools.map(({ name }) => name));
  return Object.entries(aliases).flatMap(([alias, target]) => [
    ...(names.has(target) ? [] : [`the alias ${alias} leads to ${target}, which is not in the pack`]),
    ...(names.has(alias) ? [`the alias ${alias} is the name of a tool`] : []),
  ]);
}

import type { ToolPack } from '@ku0/agent-runtime-tools-core';
import { isSemver } from '../semver.ts';

/** A pack needs a name, a version, and tools with unique names. */
export function packIdentityProblems({ name, version, tools }: ToolPack): string[] {
  const problems: string[] = [];
  if (name.trim() === '') problems.push('the pack has no name');
  if (!isSemver(version)) problems.push(`the version "${version}" is not semver`);
  if (tools.length === 0) problems.push('the pack has no tools');
  const names = tools.map((tool) => tool.name);
  const duplicates = new Set(names.filter((each, index) => names.indexOf(each) !== index));
  return [...problems, ...[...duplicates].map((each) => `two tools are called ${each}`)];
}

/** An alias must point to a tool of the pack and must not be the name of a tool. */
export function aliasProblems({ aliases = {}, tools }: ToolPack): string[] {
  const names = new Set(tools.map(({ name }) => name));
  return Object.entries(aliases).flatMap(([alias, target]) => [
    ...(names.has(target) ? [] : [`the alias ${alias} leads to ${target}, which is not in the pack`]),
    ...(names.has(alias) ? [`the alias ${alias} is the name of a tool`] : []),
  ]);
}

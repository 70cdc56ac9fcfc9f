import type { ToolPack } from '@ku0/agent-runtime-tools-core';
import { isSemver } from '../semver.ts';

export function packIdentityProblems({ name, version, tools }: ToolPack): string[] {
  const problems: string[] = [];
  if (name.trim() === '') problems.push('the pack has no name');
  if (!isSemver(version)) problems.push(`the version "${version}" is not semver`);
  if (tools.length === 0) problems.push('the pack has no tools');
  const names = tools.map((tool) => tool.name);
  const twice = new Set(names.filter((each, index) => names.indexOf(each) !== index));
  return [...problems, ...[...twice].map((each) => `two tools are called ${each}`)];
}

import type { ToolHandler } from '@ku0/agent-runtime-tools-core';
import { isSemver } from '../semver.ts';

/** A name that providers accept, a description that says more than the name, a version. */
export function identityProblems({ name, description, version }: ToolHandler): string[] {
  const problems: string[] = [];
  if (!NAME.test(name)) problems.push(`the name "${name}" is not one that every provider accepts: ${NAME.source}`);
  if (description.trim() === '') problems.push('the description is empty');
  else if (words(description) === words(name))
    problems.push('the description only repeats the name: say what the tool does');
  if (!isSemver(version)) problems.push(`the version "${version}" is not semver`);
  return problems;
}

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

function words(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

import type { ToolHandler } from '@ku0/agent-runtime-tools-core';
import { declaredParameters } from '../../harness/declared-parameters.ts';
import { isSemver } from '../semver.ts';

/** A tool needs a name that providers accept, a description that says more than the name, and a version. */
export function identityProblems({ name, description, version }: ToolHandler): string[] {
  const problems: string[] = [];
  if (!NAME.test(name)) problems.push(`the name "${name}" is not one that every provider accepts: ${NAME.source}`);
  if (description.trim() === '') problems.push('the description is empty');
  else if (words(description) === words(name))
    problems.push('the description only repeats the name: say what the tool does');
  if (!isSemver(version)) problems.push(`the version "${version}" is not semver`);
  return problems;
}

/** The description is all that a model reads about a parameter. */
export function parameterDescriptionProblems({ parameters }: ToolHandler): string[] {
  return declaredParameters(parameters)
    .filter(({ schema }) => typeof schema['description'] !== 'string' || schema['description'].trim() === '')
    .map(({ name }) => `the parameter "${name}" has no description`);
}

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

function words(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

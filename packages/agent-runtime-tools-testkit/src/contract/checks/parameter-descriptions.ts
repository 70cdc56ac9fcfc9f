import type { ToolHandler } from '@ku0/agent-runtime-tools-core';
import { declaredParameters } from '../declared-parameters.ts';

/** A model reads what a parameter is for nowhere else. */
export function parameterDescriptionProblems({ parameters }: ToolHandler): string[] {
  return declaredParameters(parameters)
    .filter(({ schema }) => typeof schema['description'] !== 'string' || schema['description'].trim() === '')
    .map(({ name }) => `the parameter "${name}" has no description`);
}

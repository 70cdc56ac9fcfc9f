import type { ToolIdentity } from '@ku0/agent-runtime-tools-core';
import {
  CAPABILITY_FLAGS,
  isCapabilityFlag,
  isToolSelector,
  nearestNames,
  toolSelectors,
} from '@ku0/agent-runtime-tools-core';
import { compileNameGlob, hasMatchingName } from '@ku0/agent-runtime-tools-rules';
import type { Match } from './hook.ts';

/** Compiles the patterns of a hook into one test. Throws a TypeError for a pattern that can match nothing. */
export function compileToolPatterns(patterns: readonly string[]): (tool: ToolIdentity) => Match {
  const compiled = patterns.map((pattern) => ({ pattern, test: compileToolPattern(pattern) }));
  const listed = patterns.map((pattern) => JSON.stringify(pattern)).join(', ');
  return (tool) => {
    const hit = compiled.find(({ test }) => test(tool));
    return hit === undefined
      ? { matches: false, why: `none of its patterns (${listed}) matches ${tool.name}` }
      : { matches: true, why: `its pattern ${JSON.stringify(hit.pattern)} matches ${tool.name}` };
  };
}

function compileToolPattern(pattern: string): (tool: ToolIdentity) => boolean {
  if (typeof pattern !== 'string' || pattern === '')
    throw new TypeError('A tool pattern is a string that is not empty.');
  if (pattern === '*') return () => true;
  if (pattern.startsWith('@')) return capabilityTest(pattern.slice(1));
  if (/[()]/.test(pattern))
    throw new TypeError(`${JSON.stringify(pattern)} has brackets; write {a,b} for alternatives.`);
  const isNegated = pattern.startsWith('!');
  const matches = compileNameGlob(isNegated ? pattern.slice(1) : pattern);
  if (isToolSelector(pattern)) return (tool) => toolSelectors(tool).some((selector) => matches(selector));
  // Aliases count: a call by an alias must not bypass a hook that names only the alias.
  const hasName = (tool: ToolIdentity): boolean => hasMatchingName(tool, matches);
  return isNegated ? (tool) => !hasName(tool) : hasName;
}

function capabilityTest(name: string): (tool: ToolIdentity) => boolean {
  if (!isCapabilityFlag(name)) {
    const nearest = nearestNames(name, CAPABILITY_FLAGS).map((flag) => `@${flag}`);
    const hint = nearest.length > 0 ? nearest.join(', ') : CAPABILITY_FLAGS.map((flag) => `@${flag}`).join(', ');
    throw new TypeError(`"@${name}" is not a capability; known: ${hint}.`);
  }
  return ({ capabilities }) => capabilities[name];
}

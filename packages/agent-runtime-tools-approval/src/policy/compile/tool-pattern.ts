import { isToolSelector } from '@ku0/agent-runtime-tools-core';
import { compileNameGlob, expandBraces, isLiteralGlob, type NameTest } from '@ku0/agent-runtime-tools-rules';

/**
 * Compiles a pattern of tool names or of selectors such as `pack:files` and `tag:net*`. Wildcards of a name never match a
 * selector: `*files` is no pack. Throws a SyntaxError for a pattern that is not understood.
 */
export function compileToolPattern(pattern: string): NameTest {
  if (pattern === '*' || pattern === '**') return () => true;
  const alternatives = expandBraces(pattern) ?? [pattern];
  if (alternatives.length > 1) {
    const tests = alternatives.map(compileToolPattern);
    return (name) => tests.some((test) => test(name));
  }
  const matches = compileNameGlob(pattern);
  if (isLiteralGlob(pattern)) return matches;
  const isSelector = isToolSelector(pattern);
  return (name) => isToolSelector(name) === isSelector && matches(name);
}

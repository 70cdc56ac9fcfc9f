import picomatch from 'picomatch';
import type { ToolCapabilities, ToolIdentity } from '@ku0/agent-runtime-tools-core';
import { isToolSelector, nearestNames, toolSelectors } from '@ku0/agent-runtime-tools-core';
import type { Match } from './hook.ts';

/** Compiles a hook's patterns into one question. Throws for patterns that can match nothing. */
export function toolPatterns(patterns: readonly string[]): (tool: ToolIdentity) => Match {
  const compiled = patterns.map((pattern) => ({ pattern, test: toolPattern(pattern) }));
  const listed = patterns.map((pattern) => JSON.stringify(pattern)).join(', ');
  return (tool) => {
    const hit = compiled.find(({ test }) => test(tool));
    return hit === undefined
      ? { matches: false, why: `none of its patterns (${listed}) matches ${tool.name}` }
      : { matches: true, why: `its pattern ${JSON.stringify(hit.pattern)} matches ${tool.name}` };
  };
}

function toolPattern(pattern: string): (tool: ToolIdentity) => boolean {
  if (typeof pattern !== 'string' || pattern === '') throw new TypeError('A tool pattern is a text that is not empty.');
  if (pattern === '*') return () => true;
  if (pattern.startsWith('@')) return capability(pattern.slice(1));
  if (isToolSelector(pattern)) {
    const test = GLOB.test(pattern) ? picomatch(pattern, { strictBrackets: true }) : (text: string) => text === pattern;
    return (tool) => toolSelectors(tool).some((selector) => test(selector));
  }
  if (NAME.test(pattern)) return named((name) => name === pattern);
  if (PREFIX.test(pattern)) {
    const prefix = pattern.slice(0, -1);
    return named((name) => name.startsWith(prefix));
  }
  const matches = picomatch(pattern, { strictBrackets: true });
  if (pattern.startsWith('!')) return ({ name, aliases = [] }) => [name, ...aliases].every((each) => matches(each));
  return named(matches);
}

/** A tool is meant by any of its names: what an alias calls must not slip past a hook that knows only the alias. */
function named(test: (name: string) => boolean): (tool: ToolIdentity) => boolean {
  return ({ name, aliases = [] }) => test(name) || aliases.some((alias) => test(alias));
}

const NAME = /^[a-zA-Z0-9_-]+$/;
const GLOB = /[*?{[(!]/;
const PREFIX = /^[a-zA-Z0-9_-]+\*$/;

function capability(name: string): (tool: ToolIdentity) => boolean {
  if (!isFlag(name)) {
    const nearest = nearestNames(name, FLAGS).map((flag) => `@${flag}`);
    const hint = nearest.length > 0 ? nearest.join(', ') : FLAGS.map((flag) => `@${flag}`).join(', ');
    throw new TypeError(`"@${name}" is no capability; known: ${hint}.`);
  }
  return ({ capabilities }) => capabilities[name];
}

type Flag = Exclude<keyof ToolCapabilities, 'requiresEngine'>;

const FLAGS: readonly Flag[] = [
  'readsFiles',
  'writesFiles',
  'executesCommands',
  'accessesNetwork',
  'destructive',
  'idempotent',
  'retryable',
];

function isFlag(name: string): name is Flag {
  return FLAGS.some((flag) => flag === name);
}

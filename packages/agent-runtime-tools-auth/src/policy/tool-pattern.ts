import {
  CAPABILITY_FLAGS,
  isToolSelector,
  nearestNames,
  toolSelectors,
  type ToolIdentity,
} from '@ku0/agent-runtime-tools-core';
import {
  compileNameGlob,
  isLiteralGlob,
  parseServerPattern,
  remoteToolNames,
  type RemoteToolCall,
} from '@ku0/agent-runtime-tools-rules';

/** Whether a rule lets callers in or keeps them out. What is unclear keeps them out. */
export type Effect = 'allow' | 'deny';

/** The tools that a pattern means. */
export interface ToolPattern {
  readonly covers: (tool: ToolIdentity) => boolean;
  /** The tools of MCP servers that it means. */
  readonly coversRemote: (remote: RemoteToolCall) => boolean;
}

/** Compiles a pattern of a rule. Throws a TypeError or SyntaxError for a pattern that could never match. */
export function compileToolPattern(pattern: string, effect: Effect): ToolPattern {
  if (pattern === '*') return { covers: () => true, coversRemote: () => true };
  if (pattern.startsWith('@')) return { covers: capabilityTest(pattern, effect), coversRemote: () => false };
  if (isToolSelector(pattern)) return { covers: selectorTest(pattern), coversRemote: () => false };
  if (!NAME_PATTERN.test(pattern)) throw new TypeError(`${JSON.stringify(pattern)} is no pattern of tool names`);
  return namePattern(pattern, effect);
}

/**
 * A deny holds for all names of a tool. An allow holds for its registered name; for an alias only if that is written out,
 * because a glob such as `read_*` would allow whatever somebody gives a harmless alias.
 */
function namePattern(pattern: string, effect: Effect): ToolPattern {
  const matches = compileNameGlob(pattern);
  const server = pattern.startsWith('mcp__') ? parseServerPattern(pattern) : undefined;
  if (effect === 'deny') {
    return {
      covers: ({ name, aliases = [] }) => matches(name) || aliases.some(matches),
      coversRemote: (remote) =>
        [...remoteToolNames(remote), `${remote.server}__${remote.tool}`].some(
          (name) => matches(name) || server?.restricts(name) === true,
        ),
    };
  }
  const isLiteral = isLiteralGlob(pattern);
  return {
    covers: ({ name, aliases = [] }) => matches(name) || (isLiteral && aliases.includes(pattern)),
    coversRemote: ({ server: name, tool }) => server?.consents(name, tool) === true,
  };
}

function selectorTest(pattern: string): (tool: ToolIdentity) => boolean {
  if (pattern.endsWith(':')) throw new TypeError(`${JSON.stringify(pattern)} names nothing`);
  const matches = compileNameGlob(pattern);
  return (tool) => toolSelectors(tool).some(matches);
}

/**
 * `@readsFiles+accessesNetwork` allows tools that do one of these or both, and nothing beyond; it denies tools that do any of
 * them. Tools that claim no effect at all are covered by neither.
 */
function capabilityTest(pattern: string, effect: Effect): (tool: ToolIdentity) => boolean {
  const listed = pattern.slice(1).split('+');
  for (const name of listed) {
    if (EFFECTS.some((known) => known === name)) continue;
    const nearest = nearestNames(name, EFFECTS);
    throw new TypeError(
      `${JSON.stringify(name)} is nothing that a tool can be allowed or denied to do; known: ${(nearest.length > 0 ? nearest : EFFECTS).join(', ')}`,
    );
  }
  return effect === 'deny'
    ? (tool) => effectsOf(tool).some((name) => listed.includes(name))
    : (tool) => {
        const effects = effectsOf(tool);
        return effects.length > 0 && effects.every((name) => listed.includes(name));
      };
}

/** What a tool does. A flag that is not known here counts as well, so no rule can allow it by accident. */
function effectsOf({ capabilities }: ToolIdentity): string[] {
  return Object.entries(capabilities)
    .filter(([name, value]) => value !== false && value !== undefined && !QUALITIES.has(name))
    .map(([name]) => name);
}

/** Capabilities that say how a tool behaves, not what it does. */
const QUALITIES: ReadonlySet<string> = new Set(['idempotent', 'retryable', 'requiresEngine']);
const EFFECTS: readonly string[] = CAPABILITY_FLAGS.filter((flag) => !QUALITIES.has(flag));
const NAME_PATTERN = /^[\w\-*?[\]{},!^\\]+$/;

import { findToolNames } from '../tools/find-tool.ts';
import { RULE_NAMES, type ToolFamily } from '../tools/tool-names.ts';
import { parseHostPattern, type HostPattern } from './host-pattern.ts';
import { parsePathSpecifier, type PathSpecifier } from './path-specifier.ts';
import { parseServerPattern, type ServerPattern } from './server-pattern.ts';

/** A permission rule such as `Bash(git log *)`, `Edit(src/**)`, `mcp__github` or `run_tests`. */
export type PermissionRule = RuleText &
  (
    | { readonly kind: 'command'; readonly command: string }
    | { readonly kind: 'path'; readonly family: PathFamily; readonly path: PathSpecifier }
    | { readonly kind: 'host'; readonly host: HostPattern }
    | { readonly kind: 'server'; readonly server: ServerPattern }
    /** About all calls of a family of tools. With a specifier, the rule limits it to arguments that nobody here can judge. */
    | { readonly kind: 'family'; readonly family: ToolFamily; readonly specifier?: string }
    /** About the tool or tools that `tool` names; a specifier as above. */
    | { readonly kind: 'tool'; readonly specifier?: string }
  );

export interface RuleText {
  /** The whole rule, trimmed. */
  readonly text: string;
  /** The name before the bracket: one of `RULE_NAMES`, an MCP server, a tool's own name, or a pattern of names. */
  readonly tool: string;
}

export type PathFamily = 'Read' | 'Edit' | 'Delete';

/**
 * Reads `Tool` or `Tool(specifier)`. `Tool(*)` and `Tool(**)` are the same as `Tool`. Throws a TypeError for a text that is not
 * a rule, `Tool()` included: a rule is never ignored and never wider than it was meant.
 */
export function parsePermissionRule(rule: string): PermissionRule {
  const text = rule.trim();
  const found = /^(mcp__[^()]+|[^()\s]+)(?:\((.*)\))?$/s.exec(text);
  if (found === null || text.length > MAX_CHARACTERS)
    throw new TypeError(`${quoted(rule)} is not a permission rule such as Bash(git push *)`);
  const [, tool = '', inside] = found;
  const specifier = inside?.trim();
  if (specifier === '') throw new TypeError(`${quoted(rule)} names nothing between its brackets`);
  const isWhole = specifier === undefined || specifier === '*' || specifier === '**';
  const named = { text, tool };
  if (tool.startsWith('mcp__')) {
    if (!isWhole) throw new TypeError(`${quoted(rule)}: rules for MCP tools name no arguments`);
    return { ...named, kind: 'server', server: parseServerPattern(tool) };
  }
  const family = RULE_NAMES.get(tool)?.family;
  if (isWhole) return family === undefined ? { ...named, kind: 'tool' } : { ...named, kind: 'family', family };
  return withSpecifier(named, specifier);
}

function withSpecifier(named: RuleText, specifier: string): PermissionRule {
  const byClaudeName = RULE_NAMES.get(named.tool)?.family;
  const family = byClaudeName ?? findToolNames(named.tool)?.family;
  switch (family) {
    case 'Bash':
      return { ...named, kind: 'command', command: specifier };
    case 'Read':
    case 'Edit':
    case 'Delete':
      return { ...named, kind: 'path', family, path: parsePathSpecifier(specifier) };
    case 'WebFetch':
      return { ...named, kind: 'host', host: parseDomain(named.text, specifier) };
    default:
      return byClaudeName === undefined
        ? { ...named, kind: 'tool', specifier }
        : { ...named, kind: 'family', family: byClaudeName, specifier };
  }
}

function parseDomain(rule: string, specifier: string): HostPattern {
  const found = /^domain:(.+)$/is.exec(specifier);
  if (found === null) throw new TypeError(`${quoted(rule)}: write WebFetch(domain:example.com)`);
  return parseHostPattern(found[1]?.trim() ?? '');
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}...` : text);
}

const MAX_CHARACTERS = 10_000;

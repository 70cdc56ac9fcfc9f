import { parseCommandRule, type CommandRule } from '@ku0/agent-runtime-tools-commands';
import { ruleFamily, knownTool, type RuleFamily } from '../calls/known-tools.ts';
import { namePattern, type NamePattern } from '../policy/name-pattern.ts';
import { hostPattern, type HostPattern } from './host-pattern.ts';
import { pathRule, type PathRule } from './path-rule.ts';
import { serverPattern, type ServerPattern } from './server-pattern.ts';

/** One rule string, read. */
export type PermissionRule = { readonly text: string } & (
  | { readonly kind: 'command'; readonly command: CommandRule }
  | { readonly kind: 'path'; readonly family: PathFamily; readonly path: PathRule; readonly tools?: NamePattern }
  | { readonly kind: 'host'; readonly host: HostPattern }
  | { readonly kind: 'family'; readonly family: RuleFamily }
  | ({ readonly kind: 'server' } & ServerPattern)
  | { readonly kind: 'tool'; readonly tools: NamePattern }
);

export type PathFamily = 'Read' | 'Edit' | 'Delete';

/** Reads `Tool` or `Tool(what)`. Throws on what it does not understand: a rule is never ignored. */
export function parsePermissionRule(text: string): PermissionRule {
  const trimmed = text.trim();
  const found = /^([^()\s]+)(?:\((.*)\))?$/s.exec(trimmed);
  if (found === null || trimmed.length > MOST_CHARACTERS)
    throw new TypeError(`${quoted(text)} is not a permission rule`);
  const [, name = '', inside] = found;
  const what = inside?.trim();
  if (what === '') throw new TypeError(`${quoted(text)} names nothing between its brackets`);
  const isWhole = what === undefined || what === '*' || what === '**';
  if (name.startsWith('mcp__')) {
    if (!isWhole) throw new TypeError(`${quoted(text)}: rules for MCP tools name no arguments`);
    return { text: trimmed, kind: 'server', ...serverPattern(name) };
  }
  const family = ruleFamily(name);
  if (family !== undefined) return familyRule(trimmed, family, isWhole ? undefined : what);
  return namedRule(trimmed, name, isWhole ? undefined : what);
}

function familyRule(text: string, family: RuleFamily, what: string | undefined): PermissionRule {
  if (what === undefined) return { text, kind: 'family', family };
  switch (family) {
    case 'Bash':
      return { text, kind: 'command', command: parseCommandRule(what) };
    case 'Read':
    case 'Edit':
    case 'Delete':
      return { text, kind: 'path', family, path: pathRule(what) };
    case 'WebFetch':
      return { text, kind: 'host', host: hostOf(text, what) };
    default:
      throw new TypeError(`${quoted(text)}: ${family} rules take no arguments`);
  }
}

/** A rule by a tool's own name: it consents for that tool alone; what it restricts, it restricts for the whole kind. */
function namedRule(text: string, name: string, what: string | undefined): PermissionRule {
  const known = knownTool(name);
  const tools = known === undefined ? namePattern(name) : (tool: string) => known.names.includes(tool);
  if (what === undefined) return { text, kind: 'tool', tools };
  const family = known?.family;
  if (family === undefined) throw new TypeError(`${quoted(text)}: what ${name} can be limited to is not known`);
  const rule = familyRule(text, family, what);
  return rule.kind === 'path' ? { ...rule, tools } : rule;
}

function hostOf(text: string, what: string): HostPattern {
  const found = /^domain:(.+)$/i.exec(what);
  if (found === null) throw new TypeError(`${quoted(text)}: write WebFetch(domain:example.com)`);
  return hostPattern(found[1]?.trim() ?? '');
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}...` : text);
}

const MOST_CHARACTERS = 10_000;

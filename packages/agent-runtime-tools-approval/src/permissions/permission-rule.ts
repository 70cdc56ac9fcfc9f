import { parseCommandRule, type CommandRule } from '@ku0/agent-runtime-tools-commands';
import {
  RULE_NAMES,
  findToolNames,
  parsePermissionRule,
  type HostPattern,
  type NameTest,
  type PathFamily,
  type ServerPattern,
  type ToolFamily,
} from '@ku0/agent-runtime-tools-rules';
import { compileToolPattern } from '../policy/compile/tool-pattern.ts';
import { compilePathRule, type PathRule, type RuleOptions } from './path-rule.ts';

/** A permission rule that is ready to be tried on calls. */
export type CompiledRule = { readonly text: string } & (
  | { readonly kind: 'command'; readonly command: CommandRule }
  | { readonly kind: 'path'; readonly family: PathFamily; readonly path: PathRule; readonly consentsTo?: NameTest }
  | { readonly kind: 'host'; readonly host: HostPattern }
  | { readonly kind: 'family'; readonly family: ToolFamily; readonly consentsTo?: NameTest }
  | { readonly kind: 'server'; readonly server: ServerPattern }
  | { readonly kind: 'tool'; readonly tools: NameTest }
);

/** Compiles `Tool` or `Tool(specifier)`. Throws a TypeError for a rule that is not understood: no rule is ever ignored. */
export function compilePermissionRule(rule: string, options: RuleOptions = {}): CompiledRule {
  const parsed = parsePermissionRule(rule);
  const { text, tool } = parsed;
  switch (parsed.kind) {
    case 'command':
      return { text, kind: 'command', command: parseCommandRule(parsed.command) };
    case 'path':
      return {
        text,
        kind: 'path',
        family: parsed.family,
        path: compilePathRule(parsed.path, options),
        ...consentLimit(tool),
      };
    case 'host':
      return { text, kind: 'host', host: parsed.host };
    case 'server':
      return { text, kind: 'server', server: parsed.server };
    case 'family':
      if (parsed.specifier !== undefined)
        throw new TypeError(`${JSON.stringify(text)}: ${parsed.family} rules take no arguments`);
      return { text, kind: 'family', family: parsed.family, ...consentLimit(tool) };
    default:
      if (parsed.specifier !== undefined)
        throw new TypeError(`${JSON.stringify(text)}: what ${tool} can be limited to is not known`);
      return { text, kind: 'tool', tools: toolsNamed(tool) };
  }
}

/** A rule by the name of one tool consents for that tool alone; what it restricts, it restricts for the whole family. */
function consentLimit(tool: string): { readonly consentsTo?: NameTest } {
  const named = RULE_NAMES.get(tool);
  if (named === undefined) return { consentsTo: toolsNamed(tool) };
  const tests = named.only?.map(toolsNamed);
  return tests === undefined ? {} : { consentsTo: (name) => tests.some((test) => test(name)) };
}

function toolsNamed(name: string): NameTest {
  const known = findToolNames(name);
  return known === undefined ? compileToolPattern(name) : (tool) => tool === known.name || known.aliases.includes(tool);
}

import { suggestRule } from '@ku0/agent-runtime-tools-commands';
import { canonicalJson, cutText, errorMessage, printable } from '@ku0/agent-runtime-tools-core';
import { isLiteralGlob } from '@ku0/agent-runtime-tools-rules';
import type { CallFacts } from '../calls/call-facts.ts';
import { relativeTo, type PathFact } from '../calls/paths/path-fact.ts';
import { riskOf } from '../calls/risk/call-risk.ts';
import { PolicyEngine } from '../policy/policy-engine.ts';

/** What a "session" or "always" answer would cover. */
export interface RuleOffer {
  /** The permission rule; absent if only exactly this call is covered. */
  readonly rule?: string;
  /** Every call of the tool is covered. */
  readonly forTool?: true;
  /** The same in words, for the person. */
  readonly covers: string;
}

/** What "always for this tool" would cover; undefined for tools that run commands or delete. */
export function toolOffer(facts: CallFacts): RuleOffer | undefined {
  const { capabilities, tool } = facts.profile;
  if (capabilities.executesCommands || capabilities.destructive || isDestructive(facts)) return undefined;
  const bounds = 'except outside of the workspace and where a rule asks';
  return { forTool: true, covers: `every call of ${printable(tool)}, with any arguments, ${bounds}` };
}

/** The narrow rule to offer for a call; undefined if a person should be asked every time. */
export function ruleOffer(facts: CallFacts, roots: readonly string[]): RuleOffer | undefined {
  const { capabilities, family } = facts.profile;
  if (isDestructive(facts) || facts.unreadable !== undefined || facts.paths.some(isOutsideOrProtected))
    return undefined;
  if (facts.command !== undefined) {
    const words = facts.environmentConcerns.length > 0 ? undefined : suggestRule(facts.command);
    if (words === undefined) return undefined;
    return isCommandAlone(facts) ? rule(`Bash(${words})`, `in ${facts.cwd}`) : exactCallOffer(facts);
  }
  if (capabilities.executesCommands) return undefined;
  const offer =
    family === 'WebFetch'
      ? // The other arguments of an unknown tool may change what it does.
        facts.profile.known && hostOffer(facts)
      : family === 'Edit' || family === 'Read'
        ? pathOffer(facts, family, roots)
        : undefined;
  return offer ?? exactCallOffer(facts);
}

/** What a rule of the person's own would cover, or why it cannot be remembered for the call. */
export function editedOffer(
  text: string,
  { facts, roots }: { readonly facts: CallFacts; readonly roots: readonly string[] },
): RuleOffer | string {
  const problem = ruleProblem(text, { facts, roots });
  return problem ?? rule(text, facts.command === undefined ? '' : `in ${facts.cwd}`);
}

function ruleProblem(
  text: string,
  { facts, roots }: { readonly facts: CallFacts; readonly roots: readonly string[] },
): string | undefined {
  try {
    const { action } = new PolicyEngine({ permissions: { allow: [text] } }).evaluate(facts, { roots });
    return action === 'approve' ? undefined : `the rule ${printable(text)} does not cover this call.`;
  } catch (error) {
    return `the rule is not valid: ${printable(errorMessage(error))}`;
  }
}

function exactCallOffer({ profile, params }: CallFacts): RuleOffer | undefined {
  const args = argumentsText(params);
  return args === undefined
    ? undefined
    : { covers: `${printable(profile.tool)} with exactly these arguments: ${args}` };
}

/** Whether the command decides alone what happens. An unknown tool may have arguments such as a host or a user. */
function isCommandAlone({ profile, params }: CallFacts): boolean {
  return profile.known !== undefined || Object.keys(params).every((name) => HARMLESS_PARAMETERS.has(name));
}

function isOutsideOrProtected({ possible, place, protected: isProtected }: PathFact): boolean {
  return !possible && (place === 'outside' || isProtected);
}

/** Whether a call deletes or destroys: such calls are asked about every time. */
export function isDestructive(facts: CallFacts): boolean {
  const { level } = riskOf(facts);
  if (level === 'critical') return true;
  const isMove = facts.profile.known?.name === 'move_file';
  const destroys = facts.command === undefined && facts.profile.capabilities.destructive;
  return destroys || (!isMove && facts.paths.some((path) => path.access === 'delete' && !path.possible));
}

/** The arguments as text; undefined if they are not JSON, and so could not be recognised again. */
function argumentsText(params: Readonly<Record<string, unknown>>): string | undefined {
  try {
    return cutText(printable(canonicalJson(params)), MAX_CHARACTERS, '');
  } catch {
    return undefined;
  }
}

function hostOffer({ urls }: CallFacts): RuleOffer | undefined {
  const [url = ''] = urls;
  const parsed = URL.parse(url);
  if (urls.length !== 1 || parsed === null || !/^https?:$/.test(parsed.protocol)) return undefined;
  return rule(`WebFetch(domain:${parsed.hostname})`, '');
}

function pathOffer(facts: CallFacts, family: 'Edit' | 'Read', roots: readonly string[]): RuleOffer | undefined {
  const [path, ...others] = facts.paths.filter(({ possible, origin }) => !possible && origin === 'argument');
  if (path === undefined || others.length > 0 || !facts.pathsComplete || path.access === 'delete') return undefined;
  const name = path.real ?? path.lexical;
  const below = roots.map((root) => relativeTo(root, name)).find((found) => found !== undefined);
  if (below === undefined || below === '' || !isLiteralGlob(below) || below !== below.trim() || /[()]/.test(below)) {
    return undefined;
  }
  return rule(`${family}(/${below})`, '');
}

function rule(text: string, where: string): RuleOffer {
  return { rule: text, covers: where === '' ? printable(text) : `${printable(text)} ${printable(where)}` };
}

const MAX_CHARACTERS = 500;
const HARMLESS_PARAMETERS = new Set('command cmd args cwd env timeout description'.split(' '));

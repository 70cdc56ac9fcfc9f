import { suggestRule } from '@ku0/agent-runtime-tools-commands';
import { canonicalJson, cutText, printable } from '@ku0/agent-runtime-tools-core';
import { isLiteralGlob } from '@ku0/agent-runtime-tools-rules';
import type { CallFacts } from '../calls/call-facts.ts';
import { relativeTo, type PathFact } from '../calls/paths/path-fact.ts';
import { riskOf } from '../calls/risk/call-risk.ts';

/** What "session" and "always" would cover, in words that a person can read. */
export interface RuleOffer {
  /** A permission rule, or undefined where only this very call is meant. */
  readonly rule?: string;
  /** Every call of the tool is meant. */
  readonly forTool?: true;
  /** For the person. */
  readonly covers: string;
}

/** What "always for this tool" would cover; undefined for tools that can do too much for that: run commands, delete. */
export function toolOffer(facts: CallFacts): RuleOffer | undefined {
  const { capabilities, tool } = facts.profile;
  if (capabilities.executesCommands || capabilities.destructive || isDestructive(facts)) return undefined;
  const bounds = 'except outside of the workspace and where a rule asks';
  return { forTool: true, covers: `every call of ${printable(tool)}, with any arguments, ${bounds}` };
}

/** The narrow rule to offer for a call; undefined for what should be asked about every time. */
export function ruleOffer(facts: CallFacts, roots: readonly string[]): RuleOffer | undefined {
  const { capabilities, family } = facts.profile;
  if (isDestructive(facts) || facts.unreadable !== undefined || facts.paths.some(isApart)) return undefined;
  if (facts.command !== undefined) {
    const words = facts.environmentConcerns.length > 0 ? undefined : suggestRule(facts.command);
    if (words === undefined) return undefined;
    return isCommandAlone(facts) ? rule(`Bash(${words})`, `in ${facts.cwd}`) : thisCall(facts);
  }
  if (capabilities.executesCommands) return undefined;
  const offer =
    family === 'WebFetch'
      ? // What else a tool does that nobody knows by name depends on its other arguments.
        facts.profile.known && hostOffer(facts)
      : family === 'Edit' || family === 'Read'
        ? pathOffer(facts, family, roots)
        : undefined;
  return offer ?? thisCall(facts);
}

function thisCall({ profile, params }: CallFacts): RuleOffer | undefined {
  const args = shown(params);
  return args === undefined
    ? undefined
    : { covers: `${printable(profile.tool)} with exactly these arguments: ${args}` };
}

/** What else a tool does that nobody knows by name depends on its other arguments: a host, a user. */
function isCommandAlone({ profile, params }: CallFacts): boolean {
  return profile.known !== undefined || Object.keys(params).every((name) => BESIDE_COMMAND.has(name));
}

function isApart({ possible, place, protected: isProtected }: PathFact): boolean {
  return !possible && (place === 'outside' || isProtected);
}

/** What cannot be brought back is asked about every time. */
export function isDestructive(facts: CallFacts): boolean {
  const { level } = riskOf(facts);
  if (level === 'critical') return true;
  const isMove = facts.profile.known?.name === 'move_file';
  const destroys = facts.command === undefined && facts.profile.capabilities.destructive;
  return destroys || (!isMove && facts.paths.some((path) => path.access === 'delete' && !path.possible));
}

/** What is no JSON cannot be recognised again either. */
function shown(params: Readonly<Record<string, unknown>>): string | undefined {
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
const BESIDE_COMMAND = new Set('command cmd args cwd env timeout description'.split(' '));

import { errorMessage, nearestNames, printable } from '@ku0/agent-runtime-tools-core';
import { ruleFamily, knownTool } from '../../calls/known-tools.ts';
import { compilePermissionRule } from '../../permissions/permission-rule.ts';
import type { PermissionRules } from '../approval-policy.ts';
import { HOST_ONLY, readPermissions } from './document-reader.ts';

/** The permissions of a Claude Code settings file, with a notice for everything that was left out. */
export interface ClaudePermissions {
  /** The rules of the file that apply here. */
  readonly permissions: PermissionRules;
  readonly notices: readonly string[];
}

/** Whether a document is a Claude Code settings file: it has permissions and none of the other entries of a policy file. */
export function isClaudeSettings(document: Readonly<Record<string, unknown>>): boolean {
  return document['permissions'] !== undefined && POLICY_FILE.every((name) => document[name] === undefined);
}

/**
 * Reads the permissions of a settings file. Other settings are ignored. If the arguments of a rule cannot be judged here, a
 * deny or ask rule counts for the whole tool and an allow rule is dropped; a notice says so.
 */
export function readClaudeSettings(document: Readonly<Record<string, unknown>>, at: string): ClaudePermissions {
  const others = ignoredSettings(document, ['permissions', ...OWN, ...HOST_ONLY], at);
  const { lists, notices } = readableRules(document['permissions'], `${at}.permissions`);
  return { permissions: readPermissions(lists, `${at}.permissions`), notices: [...others, ...notices] };
}

/** Reports settings that are ignored. Throws for a misspelt name of ours, whose rules would be lost. */
function ignoredSettings(value: Readonly<Record<string, unknown>>, ours: readonly string[], at: string): string[] {
  const others = Object.keys(value).filter((name) => !ours.includes(name));
  for (const name of others) {
    const [near] = nearestNames(name, KNOWN_NAMES);
    if (near !== undefined && Math.abs(near.length - name.length) < 3) {
      throw new TypeError(`${at} has the unknown entry ${JSON.stringify(printable(name))}; did you mean ${near}?`);
    }
  }
  if (others.length === 0) return [];
  const names = others.map((name) => printable(name)).join(', ');
  return [`${at}: ${names} ${others.length === 1 ? 'is' : 'are'} ignored; only permissions are read.`];
}

function readableRules(value: unknown, at: string): { lists: unknown; notices: string[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { lists: value, notices: [] };
  const members: Record<string, unknown> = { ...value };
  const notices = ignoredSettings(members, [...LISTS, 'additionalDirectories', ...HOST_ONLY], at);
  const kept: [string, unknown][] = [];
  for (const [name, member] of Object.entries(members)) {
    if (LISTS.includes(name) && Array.isArray(member)) {
      kept.push([
        name,
        member.flatMap((rule: unknown, index) => readableRule(rule, `${at}.${name}[${index}]`, notices)),
      ]);
    } else if (name === 'additionalDirectories' || LISTS.includes(name)) kept.push([name, member]);
  }
  return { lists: Object.fromEntries(kept), notices };
}

function readableRule(rule: unknown, at: string, notices: string[]): unknown[] {
  if (typeof rule !== 'string') return [rule];
  const shown = printable(rule.slice(0, 100));
  const name = /^\s*([^()\s]+)/.exec(rule)?.[1] ?? '';
  try {
    const isUnknown =
      compilePermissionRule(rule).kind === 'tool' && !/[*?{]/.test(name) && knownTool(name) === undefined;
    if (isUnknown) notices.push(`${at} is about ${shown}, which is not known here: it counts for a tool of that name.`);
    return [rule];
  } catch (error) {
    // A rule that should be readable here is a mistake.
    const family = ruleFamily(name) ?? knownTool(name)?.family;
    if (!WHOLE_RULE.test(rule.trim()) || (family !== undefined && LIMITED.has(family))) throw error;
    if (at.includes('.allow[')) {
      notices.push(`${at} allows nothing: ${errorMessage(error)}`);
      return [];
    }
    notices.push(`${at} counts for ${printable(name)} with any arguments: ${errorMessage(error)}`);
    return [name];
  }
}

const WHOLE_RULE = /^[^()\s]+(?:\(.*\))?$/s;
/** The families whose rules can be limited by arguments here. */
const LIMITED: ReadonlySet<string> = new Set(['Bash', 'Read', 'Edit', 'Delete', 'WebFetch']);
const LISTS: readonly string[] = ['allow', 'ask', 'deny'];
const OWN = ['policies', 'tests', 'version', '$schema', 'description'];
const POLICY_FILE = ['policies', 'tests', 'version'];
/** The names that a misspelt entry is compared with. */
const KNOWN_NAMES = ['policies', 'permissions', 'allow', 'ask', 'deny', 'additionalDirectories'];

import { nearestNames, printable } from '@ku0/agent-runtime-tools-core';
import { ruleFamily, knownTool } from '../calls/known-tools.ts';
import { compilePermissionRule } from '../permissions/permission-rule.ts';
import type { PermissionRules } from './approval-policy.ts';
import { HOST_ONLY, readPermissions } from './document-reader.ts';

/** The permissions of a settings file of Claude Code, and what people should know about what was left out. */
export interface ClaudePermissions {
  readonly permissions: PermissionRules;
  readonly notices: readonly string[];
}

/** Whether a document is such a file: permissions, with none of the other entries that a file of policies has. */
export function isClaudeSettings(document: Readonly<Record<string, unknown>>): boolean {
  return document['permissions'] !== undefined && POLICY_FILE.every((name) => document[name] === undefined);
}

/**
 * Reads the permissions of a settings file as it is. Other settings are left alone. A rule about a tool that is not
 * known here is kept: what it forbids or asks about, it does for the whole tool; what it allows, it does not allow.
 */
export function readClaudeSettings(document: Readonly<Record<string, unknown>>, at: string): ClaudePermissions {
  const others = leftAlone(document, ['permissions', ...OWN, ...HOST_ONLY], at);
  const { lists, notices } = readableRules(document['permissions'], `${at}.permissions`);
  return { permissions: readPermissions(lists, `${at}.permissions`), notices: [...others, ...notices] };
}

/** A misspelled name of ours is still a mistake: rules that nobody reads forbid nothing. */
function leftAlone(value: Readonly<Record<string, unknown>>, ours: readonly string[], at: string): string[] {
  const others = Object.keys(value).filter((name) => !ours.includes(name));
  for (const name of others) {
    const [near] = nearestNames(name, MISSPELLED);
    if (near !== undefined && Math.abs(near.length - name.length) < 3) {
      throw new TypeError(`${at} has the unknown entry ${JSON.stringify(printable(name))}; did you mean ${near}?`);
    }
  }
  if (others.length === 0) return [];
  const names = others.map((name) => printable(name)).join(', ');
  return [`${at}: ${names} ${others.length === 1 ? 'is' : 'are'} left alone; only permissions are read.`];
}

function readableRules(value: unknown, at: string): { lists: unknown; notices: string[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { lists: value, notices: [] };
  const members: Record<string, unknown> = { ...value };
  const notices = leftAlone(members, [...LISTS, 'additionalDirectories', ...HOST_ONLY], at);
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
    const isStray = compilePermissionRule(rule).kind === 'tool' && !/[*?{]/.test(name) && knownTool(name) === undefined;
    if (isStray) notices.push(`${at} is about ${shown}, which is not known here: it counts for a tool of that name.`);
    return [rule];
  } catch (error) {
    // Rules that could be read, and are wrong, are mistakes here too.
    const family = ruleFamily(name) ?? knownTool(name)?.family;
    if (!WHOLE_RULE.test(rule.trim()) || (family !== undefined && LIMITED.has(family))) throw error;
    if (at.includes('.allow[')) {
      notices.push(`${at} allows nothing: ${messageOf(error)}`);
      return [];
    }
    notices.push(`${at} counts for ${printable(name)} with any arguments: ${messageOf(error)}`);
    return [name];
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const WHOLE_RULE = /^[^()\s]+(?:\(.*\))?$/s;
/** What rules can limit by arguments here. */
const LIMITED: ReadonlySet<string> = new Set(['Bash', 'Read', 'Edit', 'Delete', 'WebFetch']);
const LISTS: readonly string[] = ['allow', 'ask', 'deny'];
const OWN = ['policies', 'tests', 'version', '$schema', 'description'];
const POLICY_FILE = ['policies', 'tests', 'version'];
/** What people mean to be read: a rule under a wrong name forbids nothing. */
const MISSPELLED = ['policies', 'permissions', 'allow', 'ask', 'deny', 'additionalDirectories'];

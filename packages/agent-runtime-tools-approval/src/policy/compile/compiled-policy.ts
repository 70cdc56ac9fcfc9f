import type { CommandRule } from '@ku0/agent-runtime-tools-commands';
import { errorMessage, nearestNames } from '@ku0/agent-runtime-tools-core';
import {
  parseServerPattern,
  remoteToolNames,
  type NameTest,
  type RemoteToolCall,
  type ToolFamily,
} from '@ku0/agent-runtime-tools-rules';
import type { CallFacts } from '../../calls/call-facts.ts';
import type { ToolProfile } from '../../calls/tool-profile.ts';
import { ruleFamily, knownTool } from '../../calls/known-tools.ts';
import type { ApprovalPolicy } from '../approval-policy.ts';
import { commandConsent } from './command-consent.ts';
import { compileCondition, requiredPathName, type ConditionTest } from './compile-condition.ts';
import { record } from '../load/document-reader.ts';
import { compileToolPattern } from './tool-pattern.ts';

/** A policy that is ready to be tried on calls. */
export interface CompiledPolicy {
  readonly policy: ApprovalPolicy;
  readonly priority: number;
  /** From a layer that may only restrict: no approval of any priority overrides it. */
  readonly final: boolean;
  appliesTo(profile: ToolProfile): boolean;
  matches(facts: CallFacts, roots: readonly string[]): boolean;
  /** A file or folder name that some path of a matching call has. */
  readonly pathName: string | undefined;
  /** For a policy that approves: the rule that every part of a command must match. */
  readonly commandRule: CommandRule | undefined;
}

/** Throws a TypeError that names the policy and its mistake. */
export function compilePolicy(policy: ApprovalPolicy, { final = false }: { final?: boolean } = {}): CompiledPolicy {
  try {
    checkShape(policy);
    const restricts = policy.action !== 'approve';
    const conditions = policy.conditions ?? [];
    const tests = conditions.map((condition) => compileCondition(condition, restricts));
    const patterns = policy.tools.map((pattern) => toolPattern(pattern, restricts));
    const isMeant = (profile: ToolProfile): boolean => patterns.some(({ byProfile }) => byProfile(profile));
    const hasServers = patterns.some(({ byServer }) => byServer !== undefined);
    const isMeantByServer = (facts: CallFacts): boolean =>
      isMeant(facts.profile) ||
      (facts.remote !== undefined && patterns.some(({ byServer }) => facts.remote && byServer?.(facts.remote)));
    const holds = allOf(tests);
    return {
      policy,
      priority: policy.priority ?? 0,
      final,
      appliesTo: (profile) => isMeant(profile) || (hasServers && profile.dispatches),
      matches: hasServers ? (facts, roots) => isMeantByServer(facts) && holds(facts, roots) : holds,
      pathName: conditions.map((each) => requiredPathName(each)).find((name) => name !== undefined),
      commandRule: restricts ? undefined : commandConsent(policy.name, conditions),
    };
  } catch (error) {
    const why = errorMessage(error);
    throw new TypeError(`Policy ${JSON.stringify(policy?.name)}: ${why}`, { cause: error });
  }
}

/** Checks a policy that may come from plain JavaScript: a mistake must not make it wider or drop it. */
function checkShape(policy: ApprovalPolicy): void {
  const { name, tools, action, conditions, priority } = record(policy, 'it');
  if (typeof name !== 'string' || name === '') throw new TypeError('it has no name');
  if (!Array.isArray(tools) || !tools.every((tool) => typeof tool === 'string' && tool !== '')) {
    throw new TypeError('its tools must be a list of names');
  }
  if (typeof action !== 'string' || !Object.hasOwn(RANK, action))
    throw new TypeError('its action must be approve, deny or ask');
  if (priority !== undefined && !Number.isFinite(priority)) throw new TypeError('its priority must be a number');
  if (conditions !== undefined && !Array.isArray(conditions)) throw new TypeError('its conditions must be a list');
  for (const condition of policy.conditions ?? []) {
    const { value } = record(condition, 'a condition');
    if (typeof value !== 'string' && typeof value !== 'number' && !(value instanceof RegExp)) {
      throw new TypeError('the value of a condition must be a string, a number or a regular expression');
    }
  }
  for (const entry of Object.keys(policy)) {
    const [near] = ENTRIES.includes(entry) ? [] : nearestNames(entry, ENTRIES);
    if (near !== undefined)
      throw new TypeError(`it has the unknown entry ${JSON.stringify(entry)}; did you mean ${near}?`);
  }
}

const ENTRIES: readonly string[] = ['name', 'tools', 'action', 'conditions', 'priority', 'reason', 'match', 'notMatch'];

/** Higher priorities first; among equals deny before ask before approve; then the given order. */
export function inOrder(policies: readonly CompiledPolicy[]): CompiledPolicy[] {
  return [...policies].sort((a, b) => b.priority - a.priority || RANK[a.policy.action] - RANK[b.policy.action]);
}

const RANK = { deny: 0, ask: 1, approve: 2 } as const;

function allOf(tests: readonly ConditionTest[]): ConditionTest {
  const [first, second] = tests;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  return (facts, roots) => tests.every((test) => test(facts, roots));
}

/** The tools that an entry of `tools` means. Some are known only from the MCP server that a call names. */
interface ToolPattern {
  readonly byProfile: (profile: ToolProfile) => boolean;
  readonly byServer?: (remote: RemoteToolCall) => boolean;
}

function toolPattern(pattern: string, restricts: boolean): ToolPattern {
  const family = POLICY_FAMILIES.has(pattern) ? ruleFamily(pattern) : undefined;
  const byName: NameTest = compileToolPattern(pattern);
  const known = knownTool(pattern);
  const byServer = pattern.startsWith('mcp__') ? serverTest(pattern, restricts) : undefined;
  const byProfile = (profile: ToolProfile): boolean => {
    if (family !== undefined && isOfFamily(family, profile)) return true;
    if (profile.names.some(byName) || (known !== undefined && profile.names.includes(known.name))) return true;
    return byServer !== undefined && profile.remote !== undefined && byServer(profile.remote);
  };
  return byServer === undefined ? { byProfile } : { byProfile, byServer };
}

function serverTest(pattern: string, restricts: boolean): (remote: RemoteToolCall) => boolean {
  const parsed = parseServerPattern(pattern);
  return restricts
    ? (remote) => remoteToolNames(remote).some(parsed.restricts)
    : ({ server, tool }) => parsed.consents(server, tool);
}

function isOfFamily(family: ToolFamily, { family: own, capabilities, unknown }: ToolProfile): boolean {
  if (own === family) return true;
  return family === 'Edit' && !unknown && capabilities.writesFiles && own !== 'Bash' && own !== 'Agent';
}

/** The names that mean a whole family in a policy. Others, such as `Grep`, are names of tools. */
const POLICY_FAMILIES = new Set([
  'Bash',
  'Read',
  'Edit',
  'Write',
  'Delete',
  'WebFetch',
  'WebSearch',
  'Agent',
  'Task',
  'TodoWrite',
]);

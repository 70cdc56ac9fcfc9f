import type { CommandRule } from '@ku0/agent-runtime-tools-commands';
import { nearestNames } from '@ku0/agent-runtime-tools-core';
import { parseServerPattern, type NameTest, type ToolFamily } from '@ku0/agent-runtime-tools-rules';
import type { CallFacts } from '../calls/call-facts.ts';
import type { ToolProfile } from '../calls/tool-profile.ts';
import { mcpToolName, type McpServerCall } from '../calls/arguments/mcp-server.ts';
import { ruleFamily, knownTool } from '../calls/known-tools.ts';
import type { ApprovalPolicy } from './approval-policy.ts';
import { commandConsent } from './command-consent.ts';
import { compileCondition, spelledName, type ConditionTest } from './compile-condition.ts';
import { record } from './document-reader.ts';
import { compileToolPattern } from './tool-pattern.ts';

/** A policy, read once. */
export interface CompiledPolicy {
  readonly policy: ApprovalPolicy;
  readonly priority: number;
  /** From a layer that may only tighten: no approval of any priority overrides it. */
  readonly final: boolean;
  appliesTo(profile: ToolProfile): boolean;
  fits(facts: CallFacts, roots: readonly string[]): boolean;
  /** A name that some path of the call must have for the policy to fit. */
  readonly pathName: string | undefined;
  /** For a policy that approves commands: what it covers, as a rule for each part of a command. */
  readonly commandRule: CommandRule | undefined;
}

/** Throws on a policy that makes no sense, with its name. */
export function compilePolicy(policy: ApprovalPolicy, { final = false }: { final?: boolean } = {}): CompiledPolicy {
  try {
    checkShape(policy);
    const restricts = policy.action !== 'approve';
    const conditions = policy.conditions ?? [];
    const tests = conditions.map((condition) => compileCondition(condition, restricts));
    const patterns = policy.tools.map((pattern) => toolPattern(pattern, restricts));
    const isMeant = (profile: ToolProfile): boolean => patterns.some(({ byProfile }) => byProfile(profile));
    const hasServers = patterns.some(({ byServer }) => byServer !== undefined);
    const isMeantWith = (facts: CallFacts): boolean =>
      isMeant(facts.profile) ||
      (facts.server !== undefined && patterns.some(({ byServer }) => facts.server && byServer?.(facts.server)));
    const holds = all(tests);
    return {
      policy,
      priority: policy.priority ?? 0,
      final,
      appliesTo: (profile) => isMeant(profile) || (hasServers && profile.known?.name.includes('mcp') === true),
      fits: hasServers ? (facts, roots) => isMeantWith(facts) && holds(facts, roots) : holds,
      pathName: conditions.map((each) => spelledName(each)).find((name) => name !== undefined),
      commandRule: restricts ? undefined : commandConsent(policy.name, conditions),
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new TypeError(`Policy ${JSON.stringify(policy?.name)}: ${why}`, { cause: error });
  }
}

/** Hosts without a compiler make mistakes too: one in a policy must not make it wider, or none. */
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
      throw new TypeError('the value of a condition must be a text, a number or a regular expression');
    }
  }
  for (const entry of Object.keys(policy)) {
    const [near] = ENTRIES.includes(entry) ? [] : nearestNames(entry, ENTRIES);
    if (near !== undefined)
      throw new TypeError(`it has the unknown entry ${JSON.stringify(entry)}; did you mean ${near}?`);
  }
}

const ENTRIES: readonly string[] = ['name', 'tools', 'action', 'conditions', 'priority', 'reason', 'match', 'notMatch'];

/** Higher priority first; among equals deny, then ask, then approve; then as given. */
export function inOrder(policies: readonly CompiledPolicy[]): CompiledPolicy[] {
  return [...policies].sort((a, b) => b.priority - a.priority || RANK[a.policy.action] - RANK[b.policy.action]);
}

const RANK = { deny: 0, ask: 1, approve: 2 } as const;

function all(tests: readonly ConditionTest[]): ConditionTest {
  const [first, second] = tests;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  return (facts, roots) => tests.every((test) => test(facts, roots));
}

/** What an entry of `tools` means: known before any call, or only with the server that a call names. */
interface ToolPattern {
  readonly byProfile: (profile: ToolProfile) => boolean;
  readonly byServer?: (server: McpServerCall) => boolean;
}

function toolPattern(pattern: string, restricts: boolean): ToolPattern {
  const family = POLICY_FAMILIES.has(pattern) ? ruleFamily(pattern) : undefined;
  const byName: NameTest = compileToolPattern(pattern);
  const known = knownTool(pattern);
  const byServer = pattern.startsWith('mcp__') ? serverTest(pattern, restricts) : undefined;
  const byProfile = (profile: ToolProfile): boolean => {
    if (family !== undefined && isOfFamily(family, profile)) return true;
    if (profile.names.some(byName) || (known !== undefined && profile.names.includes(known.name))) return true;
    return byServer !== undefined && profile.server !== undefined && byServer(profile.server);
  };
  return byServer === undefined ? { byProfile } : { byProfile, byServer };
}

function serverTest(pattern: string, restricts: boolean): (server: McpServerCall) => boolean {
  const parsed = parseServerPattern(pattern);
  return restricts
    ? (server) => parsed.restricts(mcpToolName(server))
    : ({ name, tool }) => parsed.consents(name, tool);
}

function isOfFamily(family: ToolFamily, { family: own, capabilities, unknown }: ToolProfile): boolean {
  if (own === family) return true;
  return family === 'Edit' && !unknown && capabilities.writesFiles && own !== 'Bash' && own !== 'Agent';
}

/** Names of whole families; the others that people know from elsewhere are names of tools. */
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

import type { CommandRule } from '@ku0/agent-runtime-tools-commands';
import { nearestNames } from '@ku0/agent-runtime-tools-core';
import type { CallFacts, ToolProfile } from '../calls/call-facts.ts';
import type { RuleFamily } from '../calls/known-tools.ts';
import type { ApprovalPolicy } from './approval-policy.ts';
import { commandConsent } from './command-consent.ts';
import { compileCondition, spelledName, type ConditionTest } from './compile-condition.ts';
import { record } from './document-reader.ts';
import { namePattern, type NamePattern } from './name-pattern.ts';

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
    const patterns = policy.tools.map(toolPattern);
    return {
      policy,
      priority: policy.priority ?? 0,
      final,
      appliesTo: (profile) => patterns.some((pattern) => pattern(profile)),
      fits: all(tests),
      pathName: conditions.map(spelledName).find((name) => name !== undefined),
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

function toolPattern(pattern: string): (profile: ToolProfile) => boolean {
  const family = FAMILIES.get(pattern);
  const byName: NamePattern = namePattern(pattern);
  const byServer = pattern.startsWith('mcp__')
    ? namePattern(pattern.includes('__', 5) ? pattern : `${pattern}__*`)
    : undefined;
  return (profile) => {
    if (family !== undefined && isOfFamily(family, profile)) return true;
    if (profile.names.some(byName)) return true;
    const { server } = profile;
    return byServer !== undefined && server !== undefined && byServer(`mcp__${server.name}__${server.tool}`);
  };
}

function isOfFamily(family: RuleFamily, { family: own, capabilities, unknown }: ToolProfile): boolean {
  if (own === family) return true;
  return family === 'Edit' && !unknown && capabilities.writesFiles && own !== 'Bash' && own !== 'Agent';
}

const FAMILIES: ReadonlyMap<string, RuleFamily> = new Map([
  ['Bash', 'Bash'],
  ['Read', 'Read'],
  ['Edit', 'Edit'],
  ['Write', 'Edit'],
  ['WebFetch', 'WebFetch'],
  ['WebSearch', 'WebSearch'],
]);

import { errorMessage, isRecord, printable, type ToolIdentity } from '@ku0/agent-runtime-tools-core';
import type { RemoteToolCall } from '@ku0/agent-runtime-tools-rules';
import type { AccessDecision, AccessPredicate, AccessRequest } from '../access-rules.ts';
import { compileArgumentCondition } from './argument-condition.ts';
import { objectOf, optionalText, rulesInvalid, textsOf, type RulePlace } from './read-rules.ts';
import { compileToolPattern, type Effect } from './tool-pattern.ts';

/** A permission, ready to be compared with calls. */
export interface CompiledPermission {
  readonly effect: Effect;
  /** The patterns of its tools, as written. */
  readonly patterns: readonly string[];
  /** What is decided if it applies. */
  readonly decision: AccessDecision;
  readonly coversTool: (tool: ToolIdentity) => boolean;
  readonly coversRemote: (remote: RemoteToolCall) => boolean;
  /** Undefined if it applies whatever the arguments are. */
  readonly holds: ((request: AccessRequest) => boolean) | undefined;
  /** The parameters that its conditions are about. */
  readonly parameters: readonly string[];
}

/** Compiles one entry of an `allow` or `deny`. Throws ACCESS_RULES_INVALID. */
export function compilePermission(given: unknown, effect: Effect, place: RulePlace): CompiledPermission {
  const rule = typeof given === 'string' ? { tools: given } : objectOf(given, place, MEMBERS);
  const patterns = textsOf(typeof rule['tools'] === 'string' ? [rule['tools']] : rule['tools'], `${place.path}.tools`);
  if (patterns.length === 0) throw rulesInvalid(`${place.path}.tools`, 'it lists no tool');
  const tools = patterns.map((pattern) => checked(place.path, () => compileToolPattern(pattern, effect)));
  const conditions = rule['when'] === undefined ? [] : [rule['when']].flat();
  // An empty list would be a condition that always holds, which nobody means.
  if (rule['when'] !== undefined && conditions.length === 0) throw rulesInvalid(`${place.path}.when`, 'it is empty');
  const tests = conditions.map((each) => checked(`${place.path}.when`, () => compileCondition(each, effect)));
  return {
    effect,
    patterns,
    decision: decisionOf(rule, effect, place),
    coversTool: (tool) => tools.some((pattern) => pattern.covers(tool)),
    coversRemote: (remote) => tools.some((pattern) => pattern.coversRemote(remote)),
    holds: tests.length === 0 ? undefined : (request) => tests.every(({ holds }) => holds(request)),
    parameters: tests.flatMap(({ parameter }) => parameter ?? []),
  };
}

const MEMBERS = ['name', 'tools', 'when', 'reason'];

interface CompiledCondition {
  readonly holds: (request: AccessRequest) => boolean;
  readonly parameter?: string | undefined;
}

function compileCondition(condition: unknown, effect: Effect): CompiledCondition {
  if (isPredicate(condition)) return { holds: predicateTest(condition, effect) };
  if (!isRecord(condition)) throw new TypeError('a condition is an object or a function');
  const { parameter, holds } = compileArgumentCondition(condition, effect);
  return { parameter, holds: ({ params }) => holds(params) };
}

function isPredicate(condition: unknown): condition is AccessPredicate {
  return typeof condition === 'function';
}

/** A function that throws, or answers with anything but true or false, does not allow and does deny. */
function predicateTest(predicate: AccessPredicate, effect: Effect): (request: AccessRequest) => boolean {
  return (request) => {
    let answer: unknown;
    try {
      answer = predicate(request);
    } catch {
      answer = undefined;
    }
    return effect === 'allow' ? answer === true : answer !== false;
  };
}

function decisionOf(given: Readonly<Record<string, unknown>>, effect: Effect, place: RulePlace): AccessDecision {
  const rule = printable(optionalText(given['name'], `${place.path}.name`) ?? place.path);
  const reason = optionalText(given['reason'], `${place.path}.reason`);
  const why = reason === undefined ? '' : ` (${printable(reason)})`;
  return Object.freeze({
    allowed: effect === 'allow',
    by: effect === 'allow' ? 'allow-rule' : 'deny-rule',
    rule,
    ...(place.role !== undefined && { role: place.role }),
    reason: effect === 'allow' ? `The rule ${rule} allows it${why}.` : `The rule ${rule} denies it${why}.`,
  });
}

/** Says where in the rules a mistake is. */
function checked<T>(path: string, compile: () => T): T {
  try {
    return compile();
  } catch (error) {
    throw rulesInvalid(path, errorMessage(error));
  }
}

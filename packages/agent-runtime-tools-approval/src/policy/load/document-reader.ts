import { nearestNames, printable } from '@ku0/agent-runtime-tools-core';
import type {
  ApprovalCondition,
  ApprovalPolicy,
  PermissionRules,
  PolicyAction,
  PolicyExample,
} from '../approval-policy.ts';

/** A test in a policy document: the decision that its rules must make about a call. */
export interface PolicyTest {
  readonly call: PolicyExample;
  readonly expect: PolicyAction;
}

/** Reads plain objects as policies. Throws a TypeError that names the place of the first mistake. */
export function readPolicy(value: unknown, at: string): ApprovalPolicy {
  const policy = record(value, at);
  checkNames(
    policy,
    ['name', 'tools', 'action', 'conditions', 'priority', 'reason', 'match', 'notMatch', 'description'],
    at,
  );
  const { conditions, priority, reason, match, notMatch } = policy;
  if (priority !== undefined && !Number.isFinite(priority)) wrong(`${at}.priority`, 'a number', priority);
  if (reason !== undefined) text(reason, `${at}.reason`);
  return {
    name: text(policy['name'], `${at}.name`),
    tools: texts(policy['tools'], `${at}.tools`, { atLeastOne: true }),
    action: oneOf(policy['action'], ACTIONS, `${at}.action`),
    ...(conditions !== undefined && {
      conditions: list(conditions, `${at}.conditions`).map((each, index) =>
        readCondition(each, `${at}.conditions[${index}]`),
      ),
    }),
    ...(typeof priority === 'number' && { priority }),
    ...(typeof reason === 'string' && { reason }),
    ...(match !== undefined && { match: readExamples(match, `${at}.match`) }),
    ...(notMatch !== undefined && { notMatch: readExamples(notMatch, `${at}.notMatch`) }),
  };
}

export function readPermissions(value: unknown, at: string): PermissionRules {
  const rules = record(value, at);
  const lists = ['allow', 'ask', 'deny', 'additionalDirectories'] as const;
  checkNames(rules, [...lists, ...HOST_ONLY], at);
  return Object.fromEntries(
    lists.flatMap((name) => (rules[name] === undefined ? [] : [[name, texts(rules[name], `${at}.${name}`)]])),
  );
}

export function readTests(value: unknown, at: string): PolicyTest[] {
  return list(value, at).map((each, index) => {
    const place = `${at}[${index}]`;
    const test = record(each, place);
    checkNames(test, ['call', 'expect'], place);
    return {
      call: readExample(test['call'], `${place}.call`),
      expect: oneOf(test['expect'], ACTIONS, `${place}.expect`),
    };
  });
}

/** Settings that a file must not make: only the host sets the mode. */
export const HOST_ONLY = [
  'mode',
  'defaultMode',
  'permissionMode',
  'autoApprove',
  'autoApproval',
  'bypass',
  'disableBypassPermissionsMode',
] as const;

export function record(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof RegExp) {
    return wrong(at, 'an object', value);
  }
  return value as Readonly<Record<string, unknown>>;
}

export function list(value: unknown, at: string): readonly unknown[] {
  if (!Array.isArray(value)) return wrong(at, 'a list', value);
  if (value.length > MAX_ITEMS) throw new TypeError(`${at} has more than ${MAX_ITEMS} entries`);
  return value;
}

/** Throws for an unknown name: a misspelt rule must not be ignored. */
export function checkNames(value: Readonly<Record<string, unknown>>, names: readonly string[], at: string): void {
  for (const name of Object.keys(value)) {
    if (names.includes(name)) continue;
    const [near] = nearestNames(name, names);
    throw new TypeError(
      `${at} has the unknown entry ${JSON.stringify(printable(name))}${near === undefined ? '' : `; did you mean ${near}?`}`,
    );
  }
}

/** Throws for names that reach into the prototypes of objects, at any depth. */
export function refusePrototypes(value: unknown, at: string, depth = 0, seen = { values: 0 }): void {
  if (depth > MAX_DEPTH) throw new TypeError(`${at} is nested too deeply`);
  // With YAML aliases, a short file can stand for a huge document.
  if (++seen.values > MAX_VALUES) throw new TypeError(`the document has more than ${MAX_VALUES} values`);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === '__proto__' || name === 'constructor' || name === 'prototype') {
      throw new TypeError(`${at} has the forbidden entry ${JSON.stringify(name)}`);
    }
    refusePrototypes(member, `${at}.${name}`, depth + 1, seen);
  }
}

function readCondition(value: unknown, at: string): ApprovalCondition {
  const condition = record(value, at);
  checkNames(condition, ['type', 'operator', 'value'], at);
  const { value: wanted } = condition;
  if (typeof wanted !== 'string' && typeof wanted !== 'number' && !(wanted instanceof RegExp)) {
    return wrong(`${at}.value`, 'a string, a number or a regular expression', wanted);
  }
  return {
    type: oneOf(condition['type'], TYPES, `${at}.type`),
    operator: oneOf(condition['operator'], OPERATORS, `${at}.operator`),
    value: wanted,
  };
}

function readExamples(value: unknown, at: string): PolicyExample[] {
  return list(value, at).map((each, index) => readExample(each, `${at}[${index}]`));
}

function readExample(value: unknown, at: string): PolicyExample {
  if (typeof value === 'string') return value;
  const example = record(value, at);
  checkNames(example, ['tool', 'params', 'cwd'], at);
  return {
    tool: text(example['tool'], `${at}.tool`),
    params: record(example['params'] ?? {}, `${at}.params`),
    ...(example['cwd'] !== undefined && { cwd: text(example['cwd'], `${at}.cwd`) }),
  };
}

function text(value: unknown, at: string): string {
  return typeof value === 'string' && value !== '' ? value : wrong(at, 'a string', value);
}

function texts(value: unknown, at: string, { atLeastOne = false } = {}): string[] {
  const all = list(value, at).map((each, index) => text(each, `${at}[${index}]`));
  if (atLeastOne && all.length === 0) throw new TypeError(`${at} is empty`);
  return all;
}

function oneOf<T extends string>(value: unknown, choices: readonly T[], at: string): T {
  return choices.find((choice) => choice === value) ?? wrong(at, `one of ${choices.join(', ')}`, value);
}

function wrong(at: string, expected: string, value: unknown): never {
  const given = value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value;
  const shown = typeof value === 'string' ? JSON.stringify(printable(value.slice(0, 60))) : given;
  throw new TypeError(`${at} must be ${expected}, not ${shown}`);
}

const ACTIONS = ['approve', 'deny', 'ask'] as const satisfies readonly PolicyAction[];
const TYPES = ['path', 'content', 'size', 'risk', 'command', 'url', 'capability', 'mode'] as const;
const OPERATORS = ['equals', 'contains', 'matches', 'lessThan', 'greaterThan'] as const;
const MAX_ITEMS = 10_000;
const MAX_DEPTH = 32;
const MAX_VALUES = 500_000;

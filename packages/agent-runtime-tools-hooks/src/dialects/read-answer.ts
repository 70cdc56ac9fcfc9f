import type { HookType } from '../config/hook-config.ts';
import type { HookOutcome } from '../run/hook-outcome.ts';
import { unexplained } from './dialect.ts';

/** Reads an answer's fields: the ones of `HookResult`, and those of Claude Code's hooks. */
export function readAnswer(answer: Readonly<Record<string, unknown>>, type: HookType): HookOutcome {
  const specific = answer['hookSpecificOutput'] ?? {};
  if (!isObject(specific)) return { failure: 'its hookSpecificOutput is no object' };
  const fault = faultOf(answer, FIELDS) ?? faultOf(specific, SPECIFIC_FIELDS);
  if (fault !== undefined) return { failure: fault };
  const read = new Reading(answer, specific);
  const decided = decisionOf(read, type);
  const tightens = ['ask', 'defer', 'deny'].includes(decided.decision ?? '') || answer['continue'] === false;
  if (!tightens && !EVENT_NAMES[type].includes(specific['hookEventName'] ?? type))
    return { failure: 'its answer is about another event' };
  const misplaced = tightens ? undefined : misplacedField(answer, specific);
  if (misplaced !== undefined) return { failure: misplaced };
  return {
    ...decided,
    ...(read.answer['continue'] === false && { stop: read.text('stopReason') ?? 'The hook gave no reason.' }),
    ...(type === 'PreToolUse' && read.params()),
    ...(type === 'PostToolUse' && read.output()),
    ...read.context(),
    ...(read.text('systemMessage') !== undefined && { notice: read.text('systemMessage') ?? '' }),
  };
}

/** What is said about another event is no word on this one, unless it is one of caution. */
const EVENT_NAMES: Readonly<Record<HookType, readonly unknown[]>> = {
  PreToolUse: ['PreToolUse'],
  PostToolUse: ['PostToolUse'],
  OnError: ['OnError', 'PostToolUseFailure'],
};

class Reading {
  readonly answer: Readonly<Record<string, unknown>>;
  readonly specific: Readonly<Record<string, unknown>>;

  constructor(answer: Readonly<Record<string, unknown>>, specific: Readonly<Record<string, unknown>>) {
    this.answer = answer;
    this.specific = specific;
  }

  text(name: string): string | undefined {
    const value = this.specific[name] ?? this.answer[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  }

  params(): Pick<HookOutcome, 'params'> {
    const value = this.specific['updatedInput'] ?? this.answer['modifiedParams'];
    return value === undefined || value === null ? {} : { params: { value } };
  }

  output(): Pick<HookOutcome, 'output'> {
    const value = this.specific['updatedToolOutput'] ?? this.answer['updatedOutput'];
    return value === undefined ? {} : { output: { value } };
  }

  context(): Pick<HookOutcome, 'context'> {
    const texts = [this.text('contextModification'), this.text('additionalContext')].filter(
      (text) => text !== undefined,
    );
    return texts.length === 0 ? {} : { context: texts.join('\n') };
  }
}

function decisionOf(read: Reading, type: HookType): Pick<HookOutcome, 'decision' | 'reason' | 'byPerson' | 'stop'> {
  const { answer, specific } = read;
  const reason = read.text('permissionDecisionReason') ?? read.text('errorMessage') ?? read.text('reason');
  const because = reason !== undefined && { reason };
  if (answer['cancel'] === true) {
    const why = reason ?? unexplained(type);
    const byPerson = answer['wasCancelled'] === true && { byPerson: true };
    return { decision: 'deny', reason: why, ...(type !== 'PreToolUse' && { stop: why }), ...byPerson };
  }
  const word = (type === 'PreToolUse' ? specific['permissionDecision'] : undefined) ?? answer['decision'];
  const decision = typeof word === 'string' ? DECISIONS[word] : undefined;
  if (decision === undefined) return { ...because };
  return { decision, ...(decision === 'deny' ? { reason: reason ?? unexplained(type) } : because) };
}

const DECISIONS: Readonly<Record<string, HookOutcome['decision']>> = {
  allow: 'allow',
  approve: 'allow',
  ask: 'ask',
  defer: 'defer',
  deny: 'deny',
  block: 'deny',
};

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isAnything: Check = () => true;

/** Fields whose misspelt value could mean the opposite of what was wanted are checked; others are left alone. */
const FIELDS: Readonly<Record<string, Check>> = {
  cancel: isFlag,
  wasCancelled: isFlag,
  contextModification: isText,
  errorMessage: isText,
  modifiedParams: isObject,
  decision: (value) => isText(value) && Object.hasOwn(DECISIONS, String(value)),
  reason: isText,
  updatedOutput: isAnything,
  continue: isFlag,
  stopReason: isText,
  systemMessage: isText,
  suppressOutput: isAnything,
  hookSpecificOutput: isObject,
};

const SPECIFIC_FIELDS: Readonly<Record<string, Check>> = {
  permissionDecision: (value) => isText(value) && PERMISSION_DECISIONS.includes(value),
  permissionDecisionReason: isText,
  updatedInput: isObject,
  additionalContext: isText,
};

const PERMISSION_DECISIONS: readonly unknown[] = ['allow', 'deny', 'ask', 'defer'];

function faultOf(
  values: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, Check>>,
): string | undefined {
  for (const [name, check] of Object.entries(fields)) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value !== undefined && value !== null && !check(value)) return `its answer has a ${name} that is none`;
  }
  return undefined;
}

/** A word that decides, in a place where nobody reads it: what was meant as a no must not pass as silence. */
function misplacedField(
  answer: Readonly<Record<string, unknown>>,
  specific: Readonly<Record<string, unknown>>,
): string | undefined {
  const outside = Object.keys(SPECIFIC_FIELDS).find((name) => !Object.hasOwn(FIELDS, name) && isGiven(answer, name));
  if (outside !== undefined && outside !== 'additionalContext')
    return `its answer has ${outside} outside of hookSpecificOutput, where it belongs`;
  const inside = DECIDING.find((name) => isGiven(specific, name));
  return inside === undefined
    ? undefined
    : `its answer has ${inside} inside hookSpecificOutput, beside which it belongs`;
}

const DECIDING = ['cancel', 'decision', 'continue', 'modifiedParams'];

function isGiven(values: Readonly<Record<string, unknown>>, name: string): boolean {
  return Object.hasOwn(values, name) && values[name] !== undefined && values[name] !== null;
}

/** Whether an answer says anything that is known here. */
export function saysSomething(answer: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(answer).some((name) => Object.hasOwn(FIELDS, name));
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

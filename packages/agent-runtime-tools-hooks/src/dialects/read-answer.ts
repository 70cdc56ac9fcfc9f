import { isRecord } from '@ku0/agent-runtime-tools-core';
import type { HookType } from '../config/hook-config.ts';
import type { HookOutcome } from '../run/hook-outcome.ts';
import { defaultReason } from './dialect.ts';

/** Reads the fields of an answer: those of `HookResult` and those of Claude Code's hooks. */
export function readAnswer(answer: Readonly<Record<string, unknown>>, type: HookType): HookOutcome {
  const specific = answer['hookSpecificOutput'] ?? {};
  if (!isRecord(specific)) return { failure: 'its hookSpecificOutput is not an object' };
  const fault = faultOf(answer, FIELDS) ?? faultOf(specific, SPECIFIC_FIELDS);
  if (fault !== undefined) return { failure: fault };
  const reader = new AnswerReader(answer, specific);
  const decided = decisionOf(reader, type);
  const tightens = ['ask', 'defer', 'deny'].includes(decided.decision ?? '') || answer['continue'] === false;
  if (!tightens && !EVENT_NAMES[type].includes(specific['hookEventName'] ?? type))
    return { failure: 'its answer is about another event' };
  const misplaced = tightens ? undefined : misplacedField(answer, specific);
  if (misplaced !== undefined) return { failure: misplaced };
  return {
    ...decided,
    ...(reader.answer['continue'] === false && { stop: reader.text('stopReason') ?? 'The hook gave no reason.' }),
    ...(type === 'PreToolUse' && reader.params()),
    ...(type === 'PostToolUse' && reader.output()),
    ...reader.context(),
    ...(reader.text('systemMessage') !== undefined && { notice: reader.text('systemMessage') ?? '' }),
  };
}

/** An answer about another event is a failure, unless it denies, asks or stops. */
const EVENT_NAMES: Readonly<Record<HookType, readonly unknown[]>> = {
  PreToolUse: ['PreToolUse'],
  PostToolUse: ['PostToolUse'],
  OnError: ['OnError', 'PostToolUseFailure'],
};

class AnswerReader {
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

function decisionOf(
  reader: AnswerReader,
  type: HookType,
): Pick<HookOutcome, 'decision' | 'reason' | 'byPerson' | 'stop'> {
  const { answer, specific } = reader;
  const reason = reader.text('permissionDecisionReason') ?? reader.text('errorMessage') ?? reader.text('reason');
  const because = reason !== undefined && { reason };
  if (answer['cancel'] === true) {
    const why = reason ?? defaultReason(type);
    const byPerson = answer['wasCancelled'] === true && { byPerson: true };
    return { decision: 'deny', reason: why, ...(type !== 'PreToolUse' && { stop: why }), ...byPerson };
  }
  const word = (type === 'PreToolUse' ? specific['permissionDecision'] : undefined) ?? answer['decision'];
  const decision = typeof word === 'string' ? DECISIONS[word] : undefined;
  if (decision === undefined) return { ...because };
  return { decision, ...(decision === 'deny' ? { reason: reason ?? defaultReason(type) } : because) };
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

/** Only fields whose misspelt value could reverse the meaning of an answer are checked. */
const FIELDS: Readonly<Record<string, Check>> = {
  cancel: isFlag,
  wasCancelled: isFlag,
  contextModification: isText,
  errorMessage: isText,
  modifiedParams: isRecord,
  decision: (value) => isText(value) && Object.hasOwn(DECISIONS, String(value)),
  reason: isText,
  updatedOutput: isAnything,
  continue: isFlag,
  stopReason: isText,
  systemMessage: isText,
  suppressOutput: isAnything,
  hookSpecificOutput: isRecord,
};

const SPECIFIC_FIELDS: Readonly<Record<string, Check>> = {
  permissionDecision: (value) => isText(value) && PERMISSION_DECISIONS.includes(value),
  permissionDecisionReason: isText,
  updatedInput: isRecord,
  additionalContext: isText,
};

const PERMISSION_DECISIONS: readonly unknown[] = ['allow', 'deny', 'ask', 'defer'];

function faultOf(
  values: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, Check>>,
): string | undefined {
  for (const [name, check] of Object.entries(fields)) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value !== undefined && value !== null && !check(value)) return `its answer has an invalid ${name}`;
  }
  return undefined;
}

/** A deciding field in the wrong place, where it would be ignored: an intended denial must not be lost. */
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

/** Whether an answer has a field that is known here. */
export function hasKnownField(answer: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(answer).some((name) => Object.hasOwn(FIELDS, name));
}

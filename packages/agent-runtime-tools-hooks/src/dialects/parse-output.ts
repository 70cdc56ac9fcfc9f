import { isRecord } from '@ku0/agent-runtime-tools-core';
import { jsonKeys } from '../files/json-keys.ts';
import { hasKnownField } from './read-answer.ts';

export type ParsedOutput =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'answer'; readonly answer: Readonly<Record<string, unknown>> }
  | { readonly kind: 'text'; readonly text: string }
  /** `mayBeForged`: text of the call may have been injected into the answer, so it must not count as silence. */
  | { readonly kind: 'invalid'; readonly why: string; readonly mayBeForged?: true };

/** Parses the output of a program: text that begins with `{` must be one JSON object, everything else is plain text. */
export function parseOutput(printed: string): ParsedOutput {
  const whole = printed.replace(/^\uFEFF/, '').trim();
  const text = whole.replace(TERMINAL_SEQUENCE, '').trim();
  if (text === '') return { kind: 'nothing' };
  if (!text.startsWith('{')) return { kind: 'text', text: whole };
  try {
    const answer: unknown = JSON.parse(text);
    if (!isRecord(answer)) return { kind: 'invalid', why: 'it did not print one JSON object' };
    const why = keyFault(text);
    return why === undefined ? { kind: 'answer', answer } : { kind: 'invalid', why, mayBeForged: true };
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 200) : '';
    return { kind: 'invalid', why: `it did not print one JSON value: ${detail}` };
  }
}

/** Colours and other escape sequences. With one in front, a JSON answer must not be taken for plain text. */
const TERMINAL_SEQUENCE = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]{0,1000}(?:\u0007|\u001B\\))/g;

/**
 * What is wrong with the keys of valid JSON. A script that inserts text of the call into its answer without escaping it can
 * be made to print a second `decision` after its own, so duplicate keys are refused.
 */
function keyFault(text: string): string | undefined {
  for (const { key, depth, isDuplicate } of jsonKeys(text)) {
    if (key === '__proto__') return 'its answer has a key "__proto__"';
    if (isDuplicate && depth <= ANSWER_DEPTH) return `its answer has ${JSON.stringify(key)} twice`;
  }
  return undefined;
}

/** The fields of an answer, and those of its `hookSpecificOutput`. */
const ANSWER_DEPTH = 2;

/** Whether a text contains an answer after other lines, as from a script that also prints its progress. */
export function containsAnswer(printed: string): boolean {
  const text = printed.replace(TERMINAL_SEQUENCE, '');
  let tries = 0;
  for (const { index, 0: before } of text.matchAll(/(?:^|\n)[ \t]*(?=[{[])/g)) {
    if (tries++ >= MAX_TRIES) break;
    const at = index + before.length;
    const rest = text.slice(at, at + MAX_TRIED_CHARS);
    const [line = ''] = rest.split('\n', 1);
    if (isAnswer(rest) || isAnswer(line)) return true;
  }
  return false;
}

const MAX_TRIES = 50;
const MAX_TRIED_CHARS = 100_000;

function isAnswer(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.some((each) => isRecord(each) && hasKnownField(each));
  } catch {
    return false;
  }
}

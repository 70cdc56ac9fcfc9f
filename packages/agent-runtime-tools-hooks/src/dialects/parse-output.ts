import { jsonKeys } from '../files/json-keys.ts';
import { isObject, saysSomething } from './read-answer.ts';

export type ParsedOutput =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'answer'; readonly answer: Readonly<Record<string, unknown>> }
  | { readonly kind: 'text'; readonly text: string }
  /** `forged`: text of others may have got into it, so that it must not count as no answer. */
  | { readonly kind: 'garbage'; readonly why: string; readonly forged?: true };

/** What a program printed: text that begins with `{` is one JSON object or garbage, all other text is text. */
export function parseOutput(printed: string): ParsedOutput {
  const whole = printed.replace(/^\uFEFF/, '').trim();
  const text = whole.replace(TERMINAL_SEQUENCE, '').trim();
  if (text === '') return { kind: 'nothing' };
  if (!text.startsWith('{')) return { kind: 'text', text: whole };
  try {
    const answer: unknown = JSON.parse(text);
    if (!isObject(answer)) return { kind: 'garbage', why: 'it did not print one JSON object' };
    const why = keyFault(text);
    return why === undefined ? { kind: 'answer', answer } : { kind: 'garbage', why, forged: true };
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 200) : '';
    return { kind: 'garbage', why: `it did not print one JSON value: ${detail}` };
  }
}

/** Colours and the like: JSON has no place for them, and a colour in front of a no must not make it a remark. */
const TERMINAL_SEQUENCE = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]{0,1000}(?:\u0007|\u001B\\))/g;

/**
 * What is wrong with the keys of valid JSON. A script that puts a call's text into its answer unescaped can be made to
 * say yes after its no: a field that is there twice is nobody's word.
 */
function keyFault(text: string): string | undefined {
  for (const { key, depth, isTwice } of jsonKeys(text)) {
    if (key === '__proto__') return 'its answer has a key "__proto__"';
    if (isTwice && depth <= ANSWER_DEPTH) return `its answer has ${JSON.stringify(key)} twice`;
  }
  return undefined;
}

/** The fields of an answer, and those of its `hookSpecificOutput`. */
const ANSWER_DEPTH = 2;

/** Whether a text holds an answer behind other lines: what a script prints that also prints its progress. */
export function hidesAnswer(printed: string): boolean {
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
    return values.some((each) => isObject(each) && saysSomething(each));
  } catch {
    return false;
  }
}

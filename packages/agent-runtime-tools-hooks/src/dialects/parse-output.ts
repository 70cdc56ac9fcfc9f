import { isObject, saysSomething } from './read-answer.ts';

export type ParsedOutput =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'answer'; readonly answer: Readonly<Record<string, unknown>> }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'garbage'; readonly why: string };

/** What a program printed: text that begins with `{` is one JSON object or garbage, all other text is text. */
export function parseOutput(printed: string): ParsedOutput {
  const text = printed.replace(/^\uFEFF/, '').trim();
  if (text === '') return { kind: 'nothing' };
  if (!text.startsWith('{')) return { kind: 'text', text };
  try {
    const answer: unknown = JSON.parse(text);
    return isObject(answer) ? { kind: 'answer', answer } : { kind: 'garbage', why: 'it did not print one JSON object' };
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 200) : '';
    return { kind: 'garbage', why: `it did not print one JSON value: ${detail}` };
  }
}

/** Whether a text holds an answer behind other lines: what a script prints that also prints its progress. */
export function hidesAnswer(text: string): boolean {
  let tries = 0;
  for (let at = text.indexOf('\n{'); at >= 0 && tries < MAX_TRIES; at = text.indexOf('\n{', at + 1)) {
    tries++;
    const rest = text.slice(at + 1, at + 1 + MAX_TRIED_CHARS);
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
    return isObject(value) && saysSomething(value);
  } catch {
    return false;
  }
}

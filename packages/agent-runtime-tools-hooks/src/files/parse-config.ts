export type ParsedConfig =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly line: number; readonly message: string };

/** Reads a configuration's JSON. Keys that reach into prototypes are refused at any depth. */
export function parseConfig(text: string): ParsedConfig {
  const clean = text.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(clean);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, line: faultyLine(clean), message: `it is not JSON: ${message}` };
  }
  // The text is valid JSON here, so every string in it is found whole.
  for (const { index, 1: string = '""', 2: colon = '' } of clean.matchAll(STRING)) {
    if (colon === '') continue;
    const key: unknown = JSON.parse(string);
    if (typeof key === 'string' && FORBIDDEN.includes(key))
      return { ok: false, line: lineAt(clean, index), message: `the key "${key}" is not allowed` };
  }
  return { ok: true, value };
}

const STRING = /("(?:[^"\\]|\\.)*")(\s*:)?/g;
const FORBIDDEN = ['__proto__', 'constructor', 'prototype'];

/** The first line with which a text can no longer become JSON, whatever follows. */
function faultyLine(text: string): number {
  const lines = text.split('\n');
  let [good, bad] = [0, lines.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isBeginning(lines.slice(0, middle).join('\n'))) good = middle;
    else bad = middle;
  }
  return bad;
}

function isBeginning(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = /at position (\d+)/.exec(message)?.[1];
    return /end of JSON|Unterminated/.test(message) || (position !== undefined && Number(position) >= text.length);
  }
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

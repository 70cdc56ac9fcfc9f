import { errorMessage } from '@ku0/agent-runtime-tools-core';
import { jsonKeys } from './json-keys.ts';

export type ParsedConfig =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly line: number; readonly message: string };

/**
 * Parses the JSON of a configuration. Refuses keys that reach into prototypes and duplicate keys, of which a person may read
 * one and a parser use the other.
 */
export function parseConfig(text: string): ParsedConfig {
  const clean = text.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(clean);
  } catch (error) {
    const message = errorMessage(error);
    return { ok: false, line: faultyLine(clean), message: `it is not JSON: ${message}` };
  }
  for (const { key, index, isDuplicate } of jsonKeys(clean)) {
    const fault = FORBIDDEN.includes(key) ? 'is not allowed' : isDuplicate ? 'appears twice' : undefined;
    if (fault !== undefined) return { ok: false, line: lineAt(clean, index), message: `the key "${key}" ${fault}` };
  }
  return { ok: true, value };
}

const FORBIDDEN = ['__proto__', 'constructor', 'prototype'];

/** The first line after which the text cannot be completed to valid JSON, found by bisection. */
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

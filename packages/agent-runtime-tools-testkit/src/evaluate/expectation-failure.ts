import { canonicalJson, printable } from '@ku0/agent-runtime-tools-core';
import type { ContentPart, ToolResult } from '@ku0/agent-runtime-tools-core';
import type { Expectation } from './evaluation-case.ts';

/** Describes the first expectation that a result does not meet; undefined if it meets all. */
export function expectationFailure(
  expected: Expectation,
  result: ToolResult,
  parts: readonly ContentPart[],
): string | undefined {
  return (
    outcomeFailure(expected, result) ??
    valueFailure(expected, result) ??
    textFailure(expected, modelText(parts)) ??
    (expected.maxMs !== undefined && result.metadata.executionTimeMs > expected.maxMs
      ? `took ${result.metadata.executionTimeMs.toFixed(1)} ms; at most ${expected.maxMs} were expected`
      : undefined)
  );
}

function outcomeFailure({ code, ok = code === undefined }: Expectation, result: ToolResult): string | undefined {
  const outcome = result.ok ? 'ok' : `${result.error.code} (${result.error.message})`;
  if (result.ok !== ok) return `gave ${outcome} where ${code ?? (ok ? 'ok' : 'an error')} was expected`;
  return code === undefined || (!result.ok && result.error.code === code)
    ? undefined
    : `gave ${outcome} where ${code} was expected`;
}

function valueFailure({ value }: Expectation, result: ToolResult): string | undefined {
  if (value === undefined) return undefined;
  return result.ok ? mismatch(value, result.value, 'value') : 'has no value, because the call failed';
}

/** Finds the first difference between an expected and an actual value. */
function mismatch(expected: unknown, actual: unknown, place: string): string | undefined {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return `${place} is ${shown(actual)}, not a list`;
    if (actual.length !== expected.length)
      return `${place} has ${actual.length} items; ${expected.length} were expected`;
    return first(expected.map((item: unknown, index) => () => mismatch(item, actual[index], `${place}[${index}]`)));
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null || Array.isArray(actual))
      return `${place} is ${shown(actual)}, not an object`;
    const members = new Map<string, unknown>(Object.entries(actual));
    return first(
      Object.entries(expected).map(
        ([key, member]) =>
          () =>
            mismatch(member, members.get(key), `${place}.${key}`),
      ),
    );
  }
  return Object.is(expected, actual) ? undefined : `${place} is ${shown(actual)}; ${shown(expected)} was expected`;
}

function textFailure({ contains = [], matches }: Expectation, text: string): string | undefined {
  const missing = [contains].flat().find((part) => !text.includes(part));
  if (missing !== undefined) return `does not contain ${shown(missing)}: ${shown(text)}`;
  if (matches === undefined) return undefined;
  // A copy, because a global expression keeps its position between calls.
  const pattern = typeof matches === 'string' ? new RegExp(matches, 'u') : new RegExp(matches);
  return pattern.test(text) ? undefined : `does not match ${String(pattern)}: ${shown(text)}`;
}

function modelText(parts: readonly ContentPart[]): string {
  return parts
    .map((part) => {
      if (part.type === 'json') return JSON.stringify(part.value);
      return part.type === 'text' || part.type === 'resource' ? (part.text ?? '') : '';
    })
    .join('\n');
}

function first(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const failure = check();
    if (failure !== undefined) return failure;
  }
  return undefined;
}

const MAX_SHOWN = 200;

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : canonicalJson(value);
  return printable(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text);
}

import { isRecord, nearestNames, printable, ToolFailure } from '@ku0/agent-runtime-tools-core';
import { authErrors } from '../errors.ts';

/** Where in the rules something stands. */
export interface RulePlace {
  /** Such as `roles.editor.allow[0]`. */
  readonly path: string;
  /** The role that it belongs to. */
  readonly role?: string;
}

export function rulesInvalid(path: string, why: string): ToolFailure {
  const message = `${printable(path)}: ${printable(why)}.`;
  return new ToolFailure(authErrors.ACCESS_RULES_INVALID({ message, details: { path } }));
}

/** The value as an object that has only these members. Throws ACCESS_RULES_INVALID: a misspelt member must not be ignored. */
export function objectOf(
  value: unknown,
  { path }: RulePlace,
  members: readonly string[],
): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw rulesInvalid(path, 'it is no object');
  const unknown = Object.keys(value).find((name) => !members.includes(name));
  if (unknown === undefined) return value;
  const [nearest] = nearestNames(unknown, members);
  const hint = nearest === undefined ? `known: ${members.join(', ')}` : `did you mean ${nearest}`;
  throw rulesInvalid(path, `it has no member ${JSON.stringify(unknown)}; ${hint}`);
}

/** The entries of a table by name. Only own members count, so names such as `constructor` mean nothing special. */
export function entriesOf(value: unknown, path: string): [string, unknown][] {
  if (value === undefined) return [];
  if (!isRecord(value)) throw rulesInvalid(path, 'it is no object');
  return Object.entries(value);
}

export function listOf(value: unknown, path: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw rulesInvalid(path, 'it is no list');
  return value;
}

export function textsOf(value: unknown, path: string): readonly string[] {
  return listOf(value, path).map((each) => {
    if (typeof each === 'string' && each !== '') return each;
    throw rulesInvalid(path, 'it has an entry that is no text');
  });
}

/** A text that may be left out. */
export function optionalText(value: unknown, path: string): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  throw rulesInvalid(path, 'it is no text');
}

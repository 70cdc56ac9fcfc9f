import type { ParameterCheck } from '../types/tool.ts';

/** A parameter, and what must be true of it. */
export interface ParameterRule {
  readonly name: string;
  /** Other names under which it may be given. */
  readonly otherNames?: readonly string[];
  readonly holds: (value: unknown) => boolean;
  /** What is said otherwise, after the name. */
  readonly sentence: string;
}

export function checkParameters(rules: readonly ParameterRule[], params: unknown): ParameterCheck {
  const given = typeof params === 'object' && params !== null ? params : {};
  const errors = rules
    .filter(({ name, otherNames = [], holds }) => !holds(firstValue(given, [name, ...otherNames])))
    .map(({ name, sentence }) => `${name} ${sentence}`);
  return { valid: errors.length === 0, errors };
}

function firstValue(given: object, names: readonly string[]): unknown {
  return names.map((name): unknown => Reflect.get(given, name)).find((value) => value !== undefined);
}

/** A text that must be there and not be empty. */
export function requiredText(name: string, ...otherNames: string[]): ParameterRule {
  return {
    name,
    otherNames,
    holds: (value) => typeof value === 'string' && value !== '',
    sentence: 'is required and must be a string',
  };
}

/** A text that must be there and may be empty. */
export function requiredContent(name: string, ...otherNames: string[]): ParameterRule {
  return {
    name,
    otherNames,
    holds: (value) => typeof value === 'string',
    sentence: 'is required and must be a string',
  };
}

export function optional(name: string, type: 'string' | 'number' | 'boolean'): ParameterRule {
  return { name, holds: (value) => value === undefined || typeof value === type, sentence: `must be a ${type}` };
}

export function nonNegative(name: string): ParameterRule {
  return { name, holds: (value) => !(Number(value) < 0), sentence: 'must be non-negative' };
}

export function positive(name: string): ParameterRule {
  return { name, holds: (value) => value === undefined || !(Number(value) <= 0), sentence: 'must be positive' };
}

import { linearPattern } from '@ku0/agent-runtime-tools-core';
import { compilePathGlob } from '@ku0/agent-runtime-tools-rules';
import type { ArgumentScalar } from '../access-rules.ts';
import { elementsOf, memberOf, MISSING, parseArgumentPath, valuesAt } from './argument-values.ts';
import type { Effect } from './tool-pattern.ts';

/** A condition, ready to be compared with arguments. */
export interface CompiledArgumentCondition {
  /** The parameter that it is about. */
  readonly parameter: string | undefined;
  readonly holds: (params: unknown) => boolean;
}

/** Compiles an `ArgumentCondition`. Throws a TypeError or SyntaxError for one that makes no sense. */
export function compileArgumentCondition(
  { argument, orMissing = false, ...comparisons }: Readonly<Record<string, unknown>>,
  effect: Effect,
): CompiledArgumentCondition {
  const [first, ...others] = Object.entries(comparisons);
  if (first === undefined || others.length > 0)
    throw new TypeError(`a condition has one of ${OPERATORS.join(', ')}, and only one`);
  const [operator, operand] = first;
  const path = parseArgumentPath(text(argument, 'argument'));
  const holdsIfMissing = flag(orMissing, 'orMissing');
  if (operator === 'exists') {
    const wanted = flag(operand, operator);
    const fits = (value: unknown): boolean => (value !== MISSING) === wanted;
    return { parameter: path[0], holds: someOrAll(effect, (params) => valuesAt(params, path), fits) };
  }
  const compare = comparison(operator, operand, effect);
  // What cannot be compared counts against the caller.
  const compared =
    effect === 'deny' ? (value: unknown) => compare(value) !== false : (value: unknown) => compare(value) === true;
  const fits = (value: unknown): boolean => (value === MISSING ? holdsIfMissing : compared(value));
  const forAll = someOrAll(effect, (params) => valuesAt(params, path).flatMap(elementsOf), fits);
  const [parameter = ''] = path;
  if (path.length > 1 || parameter === '*') return { parameter, holds: forAll };
  // Most conditions are about one value, which needs no lists.
  const holds = (params: unknown): boolean => {
    const value = memberOf(params, parameter);
    return Array.isArray(value) ? forAll(params) : fits(value);
  };
  return { parameter, holds };
}

/** One value is enough to deny, all have to fit to allow. */
function someOrAll(
  effect: Effect,
  values: (params: unknown) => readonly unknown[],
  fits: (value: unknown) => boolean,
): (params: unknown) => boolean {
  return effect === 'deny' ? (params) => values(params).some(fits) : (params) => values(params).every(fits);
}

/** Compares one value. Undefined: it is of a type that cannot be compared. */
type Comparison = (value: unknown) => boolean | undefined;

function comparison(operator: string, operand: unknown, effect: Effect): Comparison {
  switch (operator) {
    case 'equals':
      return oneOf([scalar(operand)]);
    case 'oneOf':
      return oneOf(list(operand, operator).map(scalar));
    case 'startsWith': {
      const start = text(operand, operator);
      return ofText((value) => value.startsWith(start));
    }
    case 'contains': {
      const part = text(operand, operator);
      return ofText((value) => value.includes(part));
    }
    case 'matches':
      return regularExpression(operand, effect);
    case 'pathMatches':
      return pathGlobs(list([operand].flat(), operator).map((glob) => text(glob, operator)));
    case 'atLeast': {
      const least = number(operand, operator);
      return (value) => (typeof value === 'number' ? value >= least : undefined);
    }
    case 'atMost': {
      const most = number(operand, operator);
      return (value) => (typeof value === 'number' ? value <= most : undefined);
    }
    default:
      throw new TypeError(`there is no comparison ${JSON.stringify(operator)}; known: ${OPERATORS.join(', ')}`);
  }
}

function oneOf(expected: readonly ArgumentScalar[]): Comparison {
  return (value) => (isScalar(value) ? expected.includes(value) : undefined);
}

function ofText(test: (value: string) => boolean): Comparison {
  return (value) => (typeof value === 'string' ? test(value) : undefined);
}

function regularExpression(given: unknown, effect: Effect): Comparison {
  const { source, flags } =
    given instanceof RegExp
      ? { source: given.source, flags: given.flags }
      : { source: text(given, 'matches'), flags: '' };
  const kept = flags.replace(/[dgy]/g, '');
  // To allow, the pattern has to match the whole text: neither a part of it nor one of its lines is enough.
  const pattern =
    effect === 'deny' ? linearPattern(source, kept) : linearPattern(`^(?:${source})$`, kept.replace('m', ''));
  return ofText((value) => pattern.test(value));
}

function pathGlobs(globs: readonly string[]): Comparison {
  const tests = globs.map((glob) => compilePathGlob(glob));
  return (value) => {
    if (typeof value !== 'string' || UNCLEAR_PATH.test(value)) return undefined;
    const path = value
      .split('/')
      .filter((name) => name !== '' && name !== '.')
      .join('/');
    return tests.some((test) => test(path));
  };
}

/** A path that does not only go down from the folder it starts in, or that systems read differently. */
const UNCLEAR_PATH = /^(?:[/~]|[a-z]:)|(?:^|\/)\.\.(?:\/|$)|[\\\0]/i;

const OPERATORS = [
  'equals',
  'oneOf',
  'startsWith',
  'contains',
  'matches',
  'pathMatches',
  'atLeast',
  'atMost',
  'exists',
] as const;

function isScalar(value: unknown): value is ArgumentScalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function scalar(value: unknown): ArgumentScalar {
  if (!isScalar(value)) throw new TypeError('arguments are compared with a text, a number, true, false or null');
  return value;
}

function text(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw new TypeError(`"${name}" needs a text that is not empty`);
  return value;
}

function number(value: unknown, name: string): number {
  if (typeof value !== 'number' || Number.isNaN(value)) throw new TypeError(`"${name}" needs a number`);
  return value;
}

function flag(value: unknown, name: string): boolean {
  if (typeof value !== 'boolean') throw new TypeError(`"${name}" is true or false`);
  return value;
}

function list(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0) throw new TypeError(`"${name}" needs a list that is not empty`);
  return value;
}

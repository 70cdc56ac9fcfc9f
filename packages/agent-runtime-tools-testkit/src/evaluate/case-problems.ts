import { errorMessage, isRecord, nearestNames } from '@ku0/agent-runtime-tools-core';
import type { EvaluationCase, Expectation } from './evaluation-case.ts';

/** Lists why a value is not a valid case. Unknown members are reported, so that a misspelt expectation is not ignored. */
export function caseProblems(value: unknown): string[] {
  if (!isRecord(value)) return ['is not an object'];
  const { expect } = value;
  return [
    ...memberProblems(value, CASE, ''),
    ...(Object.hasOwn(value, 'tool') ? [] : ['has no "tool"']),
    ...(isRecord(expect) ? [...memberProblems(expect, EXPECTATION, 'expect.'), ...patternProblems(expect)] : []),
  ];
}

export function isCase(value: unknown): value is EvaluationCase {
  return caseProblems(value).length === 0;
}

interface Member {
  readonly wanted: string;
  readonly fits: (value: unknown) => boolean;
}

const text: Member = { wanted: 'a string', fits: (value) => typeof value === 'string' && value !== '' };
const texts: Member = { wanted: 'a list of strings', fits: (value) => Array.isArray(value) && value.every(text.fits) };
const anything: Member = { wanted: 'anything', fits: () => true };

const CASE: Readonly<Record<keyof EvaluationCase, Member>> = {
  id: text,
  tool: text,
  params: anything,
  expect: { wanted: 'an object', fits: isRecord },
  tags: texts,
};

const EXPECTATION: Readonly<Record<keyof Expectation, Member>> = {
  ok: { wanted: 'true or false', fits: (value) => typeof value === 'boolean' },
  code: text,
  value: anything,
  contains: { wanted: 'a string or a list of strings', fits: (value) => text.fits(value) || texts.fits(value) },
  matches: { wanted: 'a regular expression', fits: (value) => text.fits(value) || value instanceof RegExp },
  maxMs: { wanted: 'a positive number', fits: (value) => typeof value === 'number' && value > 0 },
};

function memberProblems(value: object, members: Readonly<Record<string, Member>>, prefix: string): string[] {
  return Object.entries<unknown>({ ...value }).flatMap(([name, member]) => {
    const known = Object.hasOwn(members, name) ? members[name] : undefined;
    if (known !== undefined)
      return member === undefined || known.fits(member) ? [] : [`"${prefix}${name}" is not ${known.wanted}`];
    const [nearest] = nearestNames(name, Object.keys(members), 1);
    return [
      `has the unknown member "${prefix}${name}"${nearest === undefined ? '' : `; did you mean "${prefix}${nearest}"?`}`,
    ];
  });
}

function patternProblems({ matches }: Readonly<Record<string, unknown>>): string[] {
  if (typeof matches !== 'string') return [];
  try {
    RegExp(matches, 'u');
    return [];
  } catch (error) {
    return [`"expect.matches" is not a regular expression: ${errorMessage(error)}`];
  }
}

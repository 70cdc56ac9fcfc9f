import { describe, expect, it } from 'vitest';
import type { ArgumentCondition } from '../../src/access-rules.ts';
import { compileArgumentCondition } from '../../src/policy/argument-condition.ts';

const holds = (condition: ArgumentCondition, params: unknown, effect: 'allow' | 'deny'): boolean =>
  compileArgumentCondition({ ...condition }, effect).holds(params);
/** Whether it holds to allow, and whether it holds to deny. */
const both = (condition: ArgumentCondition, params: unknown): [boolean, boolean] => [
  holds(condition, params, 'allow'),
  holds(condition, params, 'deny'),
];

describe('a condition', () => {
  it.each<[ArgumentCondition, unknown, boolean]>([
    [{ argument: 'a', equals: 'x' }, 'x', true],
    [{ argument: 'a', equals: 'x' }, 'X', false],
    [{ argument: 'a', equals: 1 }, '1', false],
    [{ argument: 'a', equals: null }, null, true],
    [{ argument: 'a', oneOf: ['x', 2] }, 2, true],
    [{ argument: 'a', oneOf: ['x', 2] }, 3, false],
    [{ argument: 'a', startsWith: 'ab' }, 'abc', true],
    [{ argument: 'a', startsWith: 'ab' }, 'cab', false],
    [{ argument: 'a', contains: 'ab' }, 'cab', true],
    [{ argument: 'a', matches: '[a-z]+' }, 'abc', true],
    [{ argument: 'a', matches: /ABC/i }, 'abc', true],
    [{ argument: 'a', atLeast: 2 }, 2, true],
    [{ argument: 'a', atLeast: 2 }, 1.9, false],
    [{ argument: 'a', atMost: 2 }, 2, true],
    [{ argument: 'a', atMost: 2 }, 3, false],
    [{ argument: 'a', pathMatches: 'src/**' }, 'src/a/b.ts', true],
    [{ argument: 'a', pathMatches: 'src/**' }, './src//a.ts', true],
    [{ argument: 'a', pathMatches: ['docs/*', 'src/*'] }, 'src/a', true],
    [{ argument: 'a', pathMatches: 'src/**' }, 'srcs/a', false],
    [{ argument: 'a', exists: true }, 0, true],
    [{ argument: 'a', exists: false }, '', false],
  ])('%j compares %j', (condition, value, expected) => {
    expect(both(condition, { a: value })).toEqual([expected, expected]);
  });

  it.each<[ArgumentCondition, unknown]>([
    [{ argument: 'a', equals: 'x' }, { toString: 'x' }],
    [{ argument: 'a', startsWith: 'x' }, 5],
    [{ argument: 'a', matches: 'x' }, { x: 1 }],
    [{ argument: 'a', atMost: 10 }, '5'],
    [{ argument: 'a', pathMatches: 'src/**' }, 'src/../../etc/passwd'],
    [{ argument: 'a', pathMatches: 'src/**' }, '/etc/passwd'],
    [{ argument: 'a', pathMatches: 'src/**' }, '~/src/a'],
    [{ argument: 'a', pathMatches: 'src/**' }, 'src\\..\\..\\etc'],
    [{ argument: 'a', pathMatches: '**' }, 'C:/windows'],
    [{ argument: 'a', pathMatches: '**' }, '..'],
    [{ argument: 'a', pathMatches: '**' }, 'src/a\0.ts'],
  ])('%j does not allow and does deny %j, which it cannot compare', (condition, value) => {
    expect(both(condition, { a: value })).toEqual([false, true]);
  });

  it('with a pattern allows whole texts only, and denies any part', () => {
    const condition = { argument: 'a', matches: 'git status|ls' };
    expect(both(condition, { a: 'ls' })).toEqual([true, true]);
    expect(both(condition, { a: 'ls; rm -rf x' })).toEqual([false, true]);
    expect(both({ argument: 'a', matches: /^ls$/m }, { a: 'ls\nrm x' })).toEqual([false, true]);
  });

  it('on several values needs all to allow, and one to deny', () => {
    const condition = { argument: 'a', startsWith: 'src/' };
    expect(both(condition, { a: ['src/a', 'src/b'] })).toEqual([true, true]);
    expect(both(condition, { a: ['src/a', 'etc'] })).toEqual([false, true]);
    expect(both(condition, { a: [['src/a'], ['etc']] })).toEqual([false, true]);
    expect(both(condition, { a: [] })).toEqual([false, false]);
  });

  it('on nested values follows stars', () => {
    const condition = { argument: 'edits/*/path', pathMatches: 'src/*' };
    expect(both(condition, { edits: [{ path: 'src/a' }, { path: 'src/b' }] })).toEqual([true, true]);
    expect(both(condition, { edits: [{ path: 'src/a' }, {}] })).toEqual([false, true]);
    expect(both(condition, { edits: [] })).toEqual([false, false]);
    for (const edits of ['src/a', null, 7, []])
      expect(both({ argument: 'edits/*', equals: 's', orMissing: true }, { edits })).toEqual([true, true]);
    expect(both({ argument: 'a~1b/c~0', equals: 1 }, { 'a/b': { 'c~': 1 } })).toEqual([true, true]);
  });

  it('on a missing argument does not hold, unless it says so', () => {
    for (const params of [{}, { a: undefined }, null, 'text', []]) {
      expect(both({ argument: 'a', equals: 'x' }, params)).toEqual([false, false]);
      expect(both({ argument: 'a', equals: 'x', orMissing: true }, params)).toEqual([true, true]);
      expect(both({ argument: 'a', exists: false }, params)).toEqual([true, true]);
    }
  });

  it('does not see members of prototypes', () => {
    expect(both({ argument: 'constructor/name', exists: true }, {})).toEqual([false, false]);
    expect(both({ argument: '__proto__', exists: true }, {})).toEqual([false, false]);
    expect(both({ argument: 'length', exists: true }, 'text')).toEqual([false, false]);
  });

  it.each([
    [{ argument: 'a' }, 'one of equals'],
    [{ argument: 'a', equals: 1, atMost: 2 }, 'only one'],
    [{ argument: '', equals: 1 }, 'argument'],
    [{ argument: 'a//b', equals: 1 }, 'names no argument'],
    [{ argument: 'a', equal: 1 }, 'there is no comparison "equal"'],
    [{ argument: 'a', equals: {} }, 'compared with'],
    [{ argument: 'a', oneOf: [] }, 'not empty'],
    [{ argument: 'a', startsWith: '' }, 'not empty'],
    [{ argument: 'a', atLeast: '5' }, 'needs a number'],
    [{ argument: 'a', exists: 'yes' }, 'true or false'],
    [{ argument: 'a', orMissing: 1, equals: 1 }, 'true or false'],
    [{ argument: 'a', matches: '(' }, ''],
    [{ argument: 'a', matches: '(?=a)' }, ''],
    [{ argument: 'a', pathMatches: [] }, 'not empty'],
  ])('%j is refused', (condition, message) => {
    expect(() => compileArgumentCondition(condition, 'allow')).toThrow(message);
  });
});

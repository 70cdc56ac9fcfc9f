import { describe, expect, it } from 'vitest';
import { boundedCopy } from '../../src/arguments/bounded-copy.ts';

const MAX_VALUES = 2000;
const MAX_CHARS = 64 * 1024;
const MAX_DEPTH = 16;

/** `[[…[leaf]…]]` with this many lists around the leaf. */
function nested(lists: number, leaf: unknown): unknown {
  return lists === 0 ? leaf : [nested(lists - 1, leaf)];
}

function objectOf(members: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: members }, (_, index) => [`k${index}`, index]));
}

describe('boundedCopy', () => {
  it('copies everything up to the limit of values, in a list and in an object', () => {
    const list = Array.from({ length: MAX_VALUES }, (_, index) => index);
    expect(boundedCopy(list)).toEqual({ copy: list, chars: 0 });
    expect(boundedCopy(objectOf(MAX_VALUES)).copy).toEqual(objectOf(MAX_VALUES));
  });

  it('ends with an ellipsis after the limit of values', () => {
    const list = Array.from({ length: MAX_VALUES + 1 }, (_, index) => index);
    expect(boundedCopy(list).copy).toEqual([...list.slice(0, MAX_VALUES), '…']);
    expect(boundedCopy(objectOf(MAX_VALUES + 1)).copy).toEqual({ ...objectOf(MAX_VALUES), '…': '…' });
  });

  it('leaves out nested containers after the limit of values', () => {
    const list: unknown[] = Array.from({ length: MAX_VALUES - 1 }, (_, index) => index);
    expect(boundedCopy([...list, []]).copy).toEqual([...list, '…']);
    expect(boundedCopy([...list.slice(1), [], 1]).copy).toEqual([...list.slice(1), [], 1]);
  });

  it('copies everything up to the limit of characters and counts them', () => {
    const text = 'x'.repeat(MAX_CHARS);
    expect(boundedCopy(text)).toEqual({ copy: text, chars: MAX_CHARS });
    expect(boundedCopy(`${text}y`)).toEqual({ copy: `${text}…`, chars: MAX_CHARS + 1 });
    expect(boundedCopy({ ab: 'cde' })).toEqual({ copy: { ab: 'cde' }, chars: 5 });
  });

  it('cuts text at the limit of characters', () => {
    const text = 'x'.repeat(MAX_CHARS - 1);
    expect(boundedCopy([text, 'y', 'z']).copy).toEqual([text, 'y', '…']);
    expect(boundedCopy([text, [], 'z']).copy).toEqual([text, [], 'z']);
    expect(boundedCopy([`${text}x`, 1]).copy).toEqual([`${text}x`, '…']);
    expect(boundedCopy({ a: text, b: 1 }).copy).toEqual({ a: text, '…': '…' });
    expect(boundedCopy({ a: text.slice(1), b: 1, c: 2 }).copy).toEqual({ a: text.slice(1), b: 1, '…': '…' });
  });

  it('cuts what is nested deeper than the limit', () => {
    expect(boundedCopy(nested(MAX_DEPTH, 'leaf')).copy).toEqual(nested(MAX_DEPTH, 'leaf'));
    expect(boundedCopy(nested(MAX_DEPTH + 1, 'leaf')).copy).toEqual(nested(MAX_DEPTH, '…'));
  });

  it('keeps plain values and shows others by their type', () => {
    const plain = [null, true, 1.5, 'text', undefined];
    expect(boundedCopy(plain).copy).toEqual(plain);
    expect(boundedCopy([() => 1, 1n, Symbol('s')]).copy).toEqual(['[function]', '[bigint]', '[symbol]']);
  });
});

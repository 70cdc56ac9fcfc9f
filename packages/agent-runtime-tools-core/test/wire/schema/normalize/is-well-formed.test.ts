import { describe, expect, it } from 'vitest';
import { isWellFormed } from '../../../../src/wire/schema/normalize/is-well-formed.ts';

const text = { good: ['a', ''], bad: [1, null, ['a']] };
const flag = { good: [true, false], bad: ['true', 0, null] };
const bound = { good: [0, -1.5], bad: ['1', Infinity, null, true] };
const exclusiveBound = { good: [0, true, false], bad: ['1', Infinity, null] };
const count = { good: [0, 3], bad: [-1, 1.5, '1', true] };

/** Each keyword with values that JSON Schema allows for it, and values that it does not. */
const KEYWORDS: Readonly<Record<string, { readonly good: readonly unknown[]; readonly bad: readonly unknown[] }>> = {
  ...Object.fromEntries(
    '$anchor $dynamicAnchor $dynamicRef $id $recursiveRef $ref contentEncoding contentMediaType description format id pattern title'
      .split(' ')
      .map((keyword) => [keyword, text]),
  ),
  ...Object.fromEntries(
    'deprecated nullable readOnly uniqueItems writeOnly'.split(' ').map((keyword) => [keyword, flag]),
  ),
  ...Object.fromEntries(
    'maxContains maxItems maxLength maxProperties minContains minItems minLength minProperties'
      .split(' ')
      .map((keyword) => [keyword, count]),
  ),
  minimum: bound,
  maximum: bound,
  exclusiveMinimum: exclusiveBound,
  exclusiveMaximum: exclusiveBound,
  multipleOf: { good: [1, 0.1], bad: [0, -1, '1'] },
  enum: { good: [[1], [null]], bad: [[], 'a', {}] },
  examples: { good: [[], [1]], bad: ['a', {}] },
  dependentRequired: { good: [{}, { a: ['b'] }], bad: [{ a: 'b' }, { a: [1] }, ['a']] },
};

describe('the value of a keyword', () => {
  it.each(Object.keys(KEYWORDS))('%s is accepted if JSON Schema allows it, and not otherwise', (keyword) => {
    const { good = [], bad = [] } = KEYWORDS[keyword] ?? {};
    expect(good.filter((value) => !isWellFormed(keyword, value))).toEqual([]);
    expect(bad.filter((value) => isWellFormed(keyword, value))).toEqual([]);
  });

  it('is accepted if the keyword is unknown', () => {
    expect(isWellFormed('x-order', {})).toBe(true);
  });
});

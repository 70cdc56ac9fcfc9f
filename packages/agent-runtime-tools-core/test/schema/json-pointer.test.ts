import { describe, expect, it } from 'vitest';
import { pointerKeys, pointerStep, valueAtFragment } from '../../src/schema/json-pointer.ts';

describe('a JSON pointer', () => {
  it('has its keys unescaped', () => {
    expect(pointerKeys('/edits/0/a~1b~0c')).toEqual(['edits', '0', 'a/b~c']);
    expect(pointerKeys('')).toEqual([]);
  });

  it('is made of escaped steps, which can be read back', () => {
    expect(pointerStep('a/b~c')).toBe('/a~1b~0c');
    expect(pointerKeys(pointerStep('~1') + pointerStep(2))).toEqual(['~1', '2']);
  });
});

describe('a fragment', () => {
  const root = { $defs: { 'a/b': { type: 'null' }, 'c d': { type: 'array' } }, anyOf: [{ type: 'string' }] };

  it.each([
    ['#', root],
    ['#/$defs/a~1b', root.$defs['a/b']],
    ['#/$defs/c%20d', root.$defs['c d']],
    ['#/anyOf/0', root.anyOf[0]],
    ['#/anyOf/1', undefined],
    ['#/$defs/missing', undefined],
    ['#/toString', undefined],
    ['#/$defs/%', undefined],
    ['anyOf', undefined],
  ])('%s points to its value in the document', (fragment, value) => {
    expect(valueAtFragment(root, fragment)).toBe(value);
  });
});

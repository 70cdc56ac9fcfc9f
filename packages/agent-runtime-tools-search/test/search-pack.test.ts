import { describe, expect, it } from 'vitest';
import { searchPack, type SearchOptions } from '../src/index.ts';

describe('searchPack', () => {
  it.each([{ engine: 'rg' }, { timeoutMs: Number.NaN }, { timeoutMs: 0 }, { timeoutMs: -1 }, { timeoutMs: '5' }])(
    'throws for %j, which would search wrongly or not at all',
    (options) => {
      expect(() => searchPack(options as SearchOptions)).toThrow(/^searchPack: /);
    },
  );

  it('accepts a search without a time limit', () => {
    expect(searchPack({ engine: 'javascript', timeoutMs: Infinity }).name).toBe('search');
  });
});

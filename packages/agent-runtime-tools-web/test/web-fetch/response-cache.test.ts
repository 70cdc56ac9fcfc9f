import { describe, expect, it } from 'vitest';
import { ResponseCache, type CachedAnswer } from '../../src/web-fetch/response-cache.ts';

const answer = (size: number): CachedAnswer => ({
  bytes: new Uint8Array(size),
  status: 200,
  headers: { etag: '"1"' },
  url: 'http://public.test/',
  truncated: false,
});

describe('the cache of answers', () => {
  it('keeps those of one principal from another', () => {
    const cache = new ResponseCache(1000);
    cache.set('ada', 'http://public.test/', answer(10));
    expect(cache.get('ada', 'http://public.test/')).toBeDefined();
    expect(cache.get('bob', 'http://public.test/')).toBeUndefined();
  });

  it('makes room at the cost of who has the most in it', () => {
    const cache = new ResponseCache(1000);
    cache.set('bob', 'http://public.test/', answer(200));
    for (let page = 0; page < 20; page++) cache.set('ada', `http://public.test/${page}`, answer(200));
    expect(cache.get('bob', 'http://public.test/')).toBeDefined();
    const kept = Array.from({ length: 20 }, (_, page) => cache.get('ada', `http://public.test/${page}`));
    expect(kept.filter((each) => each !== undefined)).toHaveLength(4);
    expect(kept.at(-1)).toBeDefined();
  });

  it('drops what was used least recently, and counts small answers too', () => {
    const cache = new ResponseCache(100_000);
    for (let page = 0; page < 500; page++) cache.set('ada', `http://public.test/${page}`, answer(1));
    expect(cache.get('ada', 'http://public.test/0')).toBeDefined();
    cache.set('ada', 'http://public.test/new', answer(1));
    expect(cache.get('ada', 'http://public.test/0')).toBeDefined();
    expect(cache.get('ada', 'http://public.test/1')).toBeUndefined();
  });
});

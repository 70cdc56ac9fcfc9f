import { describe, expect, it } from 'vitest';
import { rateLimit } from '../src/rate-limit.ts';

const rate = { calls: 1, per: 'second' };

describe('limits', () => {
  it.each([
    [{ tools: 'a' }, 'neither a rate nor a concurrency'],
    [{ rate: { calls: 0, per: 'second' } }, '"calls" is a number above 0'],
    [{ rate: { calls: null, per: 'second' } }, '"calls" is a number above 0'],
    [{ rate: { calls: 1, per: 'fortnight' } }, '"per" is second, minute, hour, day, or milliseconds'],
    [{ rate: { calls: 1, per: -1 } }, '"per" is'],
    [{ rate: { calls: 1, per: 'second', burst: 0.5 } }, '"burst" is a number of at least 1'],
    [{ concurrency: 0 }, '"concurrency" is a whole number'],
    [{ concurrency: 1.5 }, '"concurrency" is a whole number'],
    [{ rate, by: 'user' }, '"by" is tool, pack, principal, task, not "user"'],
    [{ rate, tools: [] }, '"tools" is empty'],
    [{ rate, tools: [7] }, 'no text'],
    [{ rate, tools: '@flies' }, '"@flies" is no capability'],
    [{ rate, tools: 'Bash(ls)' }, 'no pattern of tool names'],
    [{ rate, tools: 'a[' }, 'not closed'],
    [{ rates: rate }, 'there is no "rates"; known: name, tools, by, rate, concurrency'],
  ])('%j are refused', (limit, problem) => {
    // Limits may come from a file.
    expect(() => rateLimit({ limits: [JSON.parse(JSON.stringify(limit))] })).toThrow(problem);
  });

  it('of the same name are refused', () => {
    const limit = { tools: 'a', rate: { calls: 1, per: 'second' } } as const;
    expect(() => rateLimit({ limits: [limit, limit] })).toThrow('two limits are called "a; 1 call per second"');
  });
});

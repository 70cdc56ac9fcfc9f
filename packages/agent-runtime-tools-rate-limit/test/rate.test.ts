import { coreErrors, defineTool, fail, ok, Type } from '@ku0/agent-runtime-tools-core';
import { ManualClock } from '@ku0/agent-runtime-tools-testkit';
import { describe, expect, it } from 'vitest';
import type { RateLimitStore } from '../src/stores/rate-limit-store.ts';
import { limitedTools, outcome, passed } from './fixture.ts';

const alice = { principal: { id: 'alice' } };
const bob = { principal: { id: 'bob' } };

describe('a rate', () => {
  it('lets a burst through, then one call per interval', async () => {
    const clock = new ManualClock();
    const { tools } = limitedTools({ limits: [{ rate: { calls: 60, per: 'minute', burst: 5 } }], clock });
    expect(await passed(tools, 'bash', 8)).toBe(5);
    clock.advance(999);
    expect(await passed(tools, 'bash', 2)).toBe(0);
    clock.advance(1);
    expect(await passed(tools, 'bash', 2)).toBe(1);
    clock.advance(60_000);
    expect(await passed(tools, 'bash', 8)).toBe(5);
  });

  it('says which limit is reached and when to try again', async () => {
    const clock = new ManualClock();
    const { tools } = limitedTools({
      limits: [{ name: 'shell', tools: 'pack:shell', by: ['tool', 'principal'], rate: { calls: 2, per: 'minute' } }],
      clock,
    });
    await passed(tools, 'bash', 2, alice);
    clock.advance(12_000);
    const result = await tools.execute('bash', {}, alice);
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: 'RATE_LIMITED',
        kind: 'user_error',
        retryable: true,
        message: 'Too many calls to bash by alice: 2 calls per minute are allowed. The next one can be made in 18 s.',
        suggestion: 'Wait 18 s before you call bash again, or continue with something else.',
        details: { limit: 'shell', kind: 'rate', retryAfterMs: 18_000 },
      },
      metadata: { attempts: 0 },
    });
    clock.advance(18_000);
    expect(outcome(await tools.execute('bash', {}, alice))).toBe('ok');
  });

  it('counts tools, packs, principals and tasks separately, as asked', async () => {
    const one = { calls: 1, per: 'hour' } as const;
    const after = async (
      by: 'tool' | 'pack' | 'principal' | 'task',
      name: string,
      options: object,
    ): Promise<string> => {
      const { tools } = limitedTools({ limits: [{ by, rate: one }] });
      expect(outcome(await tools.execute('bash', {}, { ...alice, taskId: 'a' }))).toBe('ok');
      return outcome(await tools.execute(name, {}, options));
    };
    expect(await after('tool', 'bash', bob)).toBe('RATE_LIMITED');
    expect(await after('tool', 'kill', alice)).toBe('ok');
    expect(await after('pack', 'kill', bob)).toBe('RATE_LIMITED');
    expect(await after('pack', 'read', alice)).toBe('ok');
    expect(await after('principal', 'read', alice)).toBe('RATE_LIMITED');
    expect(await after('principal', 'bash', bob)).toBe('ok');
    expect(await after('principal', 'bash', {})).toBe('ok');
    expect(await after('task', 'read', { ...alice, taskId: 'a' })).toBe('RATE_LIMITED');
    expect(await after('task', 'bash', { ...alice, taskId: 'b' })).toBe('ok');
    expect(await after('task', 'bash', { ...bob, taskId: 'a' })).toBe('ok');
  });

  it('keeps principals and tasks apart whose names look alike when joined', async () => {
    const { tools } = limitedTools({ limits: [{ by: ['principal', 'task'], rate: { calls: 1, per: 'hour' } }] });
    for (const [id, taskId] of [
      ['a', 'b/c'],
      ['a/b', 'c'],
      ['a/1:b', ''],
      ['', 'a'],
    ] as const) {
      const options = { taskId, ...(id !== '' && { principal: { id } }) };
      expect(await passed(tools, 'bash', 2, options)).toBe(1);
    }
    const long = 'x'.repeat(5000);
    expect(await passed(tools, 'bash', 2, { principal: { id: `${long}1` } })).toBe(1);
    expect(await passed(tools, 'bash', 2, { principal: { id: `${long}2` } })).toBe(1);
  });

  it.each([
    ['bash', 1, 3],
    ['b*', 1, 3],
    ['pack:shell', 1, 3],
    ['@executesCommands', 1, 3],
    ['sh', 1, 3],
    ['tag:disk', 3, 1],
    [['read', 'write'], 3, 1],
  ])('for %s limits these tools only', async (pattern, ofBash, ofRead) => {
    const { tools } = limitedTools({ limits: [{ tools: pattern, rate: { calls: 1, per: 'hour' } }] });
    tools.registerAlias('sh', 'bash');
    expect(await passed(tools, 'bash', 3)).toBe(ofBash);
    expect(await passed(tools, 'read', 3)).toBe(ofRead);
  });

  it('takes nothing from other limits if one of them is reached', async () => {
    const clock = new ManualClock();
    const { tools } = limitedTools({
      limits: [
        { name: 'all', rate: { calls: 3, per: 'hour' } },
        { name: 'bash', tools: 'bash', rate: { calls: 1, per: 'hour' } },
      ],
      clock,
    });
    expect(await passed(tools, 'bash', 10)).toBe(1);
    expect(await passed(tools, 'read', 10)).toBe(2);
  });

  it('names the limit with the longest wait', async () => {
    const { tools } = limitedTools({
      limits: [
        { name: 'short', rate: { calls: 1, per: 'second' } },
        { name: 'long', rate: { calls: 1, per: 'day' } },
      ],
      clock: new ManualClock(),
    });
    await passed(tools, 'bash', 1);
    expect(await tools.execute('bash', {})).toMatchObject({
      error: { details: { limit: 'long', retryAfterMs: 86_400_000 }, message: expect.stringContaining('24 h') },
    });
  });

  it('holds for calls of a batch', async () => {
    const { tools } = limitedTools({ limits: [{ tools: 'read', rate: { calls: 2, per: 'hour' } }] });
    const results = await tools.executeAll(Array.from({ length: 5 }, () => ({ name: 'read', params: {} })));
    expect(results.map(outcome).toSorted()).toEqual(['RATE_LIMITED', 'RATE_LIMITED', 'RATE_LIMITED', 'ok', 'ok']);
  });

  it('holds for calls made from within tools, on behalf of the same principal', async () => {
    const { tools } = limitedTools({ limits: [{ tools: 'read', by: 'principal', rate: { calls: 2, per: 'hour' } }] });
    tools.register(
      defineTool({
        name: 'read_three',
        parameters: Type.Object({}),
        async execute(_params, context) {
          const read = async () => outcome(await context.tools.execute('read', {}, { parent: context }));
          return ok([await read(), await read(), await read()]);
        },
      }),
    );
    expect(await tools.execute('read_three', {}, alice)).toMatchObject({ value: ['ok', 'ok', 'RATE_LIMITED'] });
    expect(outcome(await tools.execute('read', {}, alice))).toBe('RATE_LIMITED');
    expect(outcome(await tools.execute('read', {}, bob))).toBe('ok');
  });

  it('is not used up by calls that are denied further out', async () => {
    const { tools } = limitedTools({ limits: [{ rate: { calls: 1, per: 'hour' } }] });
    tools.use({
      name: 'roles',
      phase: 'guard',
      priority: 1000,
      execute: (params, { principal }, next) =>
        principal?.id === 'eve' ? Promise.resolve(fail(coreErrors.APPROVAL_DENIED())) : next(params),
    });
    expect(outcome(await tools.execute('bash', {}, { principal: { id: 'eve' } }))).toBe('APPROVAL_DENIED');
    expect(outcome(await tools.execute('bash', {}, alice))).toBe('ok');
  });

  it('keeps as many buckets as the host says', async () => {
    const { tools } = limitedTools({
      limits: [{ by: 'task', rate: { calls: 1, per: 'hour' } }],
      maxKeys: 10,
      clock: new ManualClock(),
    });
    const call = async (taskId: string) => outcome(await tools.execute('read', {}, { taskId }));
    for (let at = 0; at < 10; at++) expect(await call(`t${at}`)).toBe('ok');
    for (let at = 0; at < 10; at++) expect(await call(`t${at}`)).toBe('RATE_LIMITED');
    for (let at = 10; at < 30; at++) expect(await call(`t${at}`)).toBe('ok');
    expect(await call('t0')).toBe('ok');
  });

  it('of a store that names no limit is still refused', async () => {
    const shortage = async () => ({ index: 7, retryAfterMs: 12.5 });
    const store = { take: shortage, enter: shortage, leave: () => undefined };
    for (const limit of [{ rate: { calls: 1, per: 'hour' } }, { concurrency: 1 }] as const) {
      const { tools } = limitedTools({ limits: [limit], store });
      expect(await tools.execute('read', {})).toMatchObject({
        error: { code: 'RATE_LIMITED', details: { retryAfterMs: 13 } },
      });
    }
  });

  it('can be counted by a store of the host that answers at once', async () => {
    const taken: string[] = [];
    const store: RateLimitStore = {
      take: (uses) => void taken.push(...uses.map(({ key }) => key)),
      enter: (uses, holder) => void taken.push(...uses.map(({ key }) => `${key} ${holder.length > 0}`)),
      leave: (uses) => void taken.push(...uses.map(({ key }) => `left ${key}`)),
    };
    const { tools } = limitedTools({
      limits: [{ name: 'l', by: ['tool', 'pack'], rate: { calls: 1, per: 'hour' }, concurrency: 1 }],
      store,
    });
    expect(await passed(tools, 'read', 2)).toBe(2);
    const once = ['l/4:read/5:files', 'l/4:read/5:files true', 'left l/4:read/5:files'];
    expect(taken).toEqual([...once, ...once]);
  });

  it('is kept by limits of the same name when limits are replaced', async () => {
    const { tools, limiter } = limitedTools({
      limits: [{ name: 'a', tools: 'bash', rate: { calls: 2, per: 'hour' } }],
    });
    expect(await passed(tools, 'bash', 1)).toBe(1);
    expect(await passed(tools, 'read', 3)).toBe(3);
    limiter.reload([{ name: 'a', rate: { calls: 2, per: 'hour' } }]);
    expect(await passed(tools, 'read', 3)).toBe(1);
    expect(() => limiter.reload([{ name: 'b' }])).toThrow('neither a rate nor a concurrency');
    limiter.reload([]);
    expect(await passed(tools, 'read', 3)).toBe(3);
  });
});

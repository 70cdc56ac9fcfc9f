import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ToolResult } from '@ku0/agent-runtime-tools-core';
import { hasRedis, startRedis, type RedisServer } from '@ku0/agent-runtime-tools-testkit/services';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RateLimitOptions } from '../../src/rate-limit-options.ts';
import type { RateLimitStore } from '../../src/stores/rate-limit-store.ts';
import { redisStore, type RedisStoreOptions } from '../../src/stores/redis/redis-store.ts';
import { limitedTools, outcome, passed } from '../fixture.ts';

describe.skipIf(!hasRedis())('limits in Redis (needs redis-server)', { timeout: 60_000 }, () => {
  let server: RedisServer;
  const open: { close: () => Promise<unknown> }[] = [];
  const storeOf = (options: RedisStoreOptions = {}): RateLimitStore => {
    const store = redisStore({ url: server.url, ...options });
    open.push({ close: async () => store.close?.() });
    return store;
  };
  const toolsWith = (options: Omit<RateLimitOptions, 'store'>, store = storeOf()) => {
    const limited = limitedTools({ ...options, store });
    open.push({ close: () => limited.tools.shutdownAll() });
    return limited;
  };
  const clientOf = (): Redis => {
    const client = new Redis(server.url, { enableOfflineQueue: true });
    open.push({ close: async () => client.disconnect() });
    return client;
  };

  beforeAll(async () => {
    server = await startRedis();
  }, 60_000);
  afterAll(() => server.remove());
  afterEach(async () => {
    server.thaw();
    await server.start();
    await Promise.all(open.splice(0).map((each) => each.close()));
    const client = new Redis(server.url);
    await client.flushall();
    client.disconnect();
  });

  it('are shared by processes', async () => {
    const limits = [{ name: 'hourly', by: 'principal', rate: { calls: 10, per: 'hour' } }] as const;
    const [one, two] = [toolsWith({ limits }).tools, toolsWith({ limits }).tools];
    const alice = { principal: { id: 'alice' } };
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? one : two).execute('read', {}, alice)),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(10);
    const refused = results.find(({ ok }) => !ok);
    expect(refused).toMatchObject({ error: { code: 'RATE_LIMITED', details: { limit: 'hourly', kind: 'rate' } } });
    const retryAfterMs = refused === undefined ? 0 : retryAfter(refused);
    expect(retryAfterMs).toBeGreaterThan(300_000);
    expect(retryAfterMs).toBeLessThanOrEqual(360_000);
    expect(await passed(two, 'read', 2, { principal: { id: 'bob' } })).toBe(2);
  });

  it('let a call through when they said so', async () => {
    const { tools } = toolsWith({ limits: [{ rate: { calls: 1, per: 500 } }] });
    expect(await passed(tools, 'read', 1)).toBe(1);
    const refused = await tools.execute('read', {});
    const wait = retryAfter(refused);
    expect(wait).toBeLessThanOrEqual(500);
    await new Promise((resolve) => setTimeout(resolve, wait));
    expect(await passed(tools, 'read', 1)).toBe(1);
  });

  it('take nothing if one of several is reached', async () => {
    const { tools } = toolsWith({
      limits: [
        { name: 'all', rate: { calls: 3, per: 'hour' } },
        { name: 'bash', tools: 'bash', rate: { calls: 1, per: 'hour' } },
      ],
    });
    expect(await passed(tools, 'bash', 6)).toBe(1);
    expect(await passed(tools, 'read', 6)).toBe(2);
  });

  it('leave no keys behind when buckets are full and places free', async () => {
    const { tools } = toolsWith({ limits: [{ by: 'task', rate: { calls: 20, per: 'second' }, concurrency: 5 }] });
    await Promise.all(Array.from({ length: 20 }, (_, at) => tools.execute('read', {}, { taskId: `t${at}` })));
    const client = clientOf();
    await expect.poll(async () => (await client.keys('*')).length, { timeout: 10_000 }).toBe(0);
  });

  it('hold places for all processes, and give them back', async () => {
    const limits = [{ name: 'two', concurrency: 2 }];
    const [one, two] = [toolsWith({ limits }), toolsWith({ limits })];
    const running = [one.tools.execute('hold', {}), two.tools.execute('hold', {})];
    await expect.poll(() => one.held.running.length + two.held.running.length).toBe(2);
    expect(await one.tools.execute('read', {})).toMatchObject({ error: { details: { kind: 'concurrency' } } });
    one.held.running[0]?.();
    await running[0];
    expect(outcome(await one.tools.execute('read', {}))).toBe('ok');
    two.held.running[0]?.();
    await running[1];
  });

  it('free the places of a process that died when their lease ends, and not those of a living one', async () => {
    const places = [{ key: 'p', places: 1 }];
    // This store is not told to leave, as if its process had been killed.
    const dead = redisStore({ url: server.url, leaseMs: 1000 });
    expect(await dead.enter(places, 'dead')).toBeUndefined();
    await dead.close?.();
    const living = storeOf({ leaseMs: 3000 });
    expect(await living.enter(places, 'living')).toBeDefined();
    await expect.poll(() => living.enter(places, 'living'), { timeout: 10_000 }).toBeUndefined();
    await new Promise((resolve) => setTimeout(resolve, 3500));
    expect(await storeOf().enter(places, 'other')).toBeDefined();
    await living.leave(places, 'living');
    expect(await storeOf().enter(places, 'other')).toBeUndefined();
  });

  it('free the place of a process that was killed', async () => {
    const program = fileURLToPath(new URL('../fixtures/hold-place.mjs', import.meta.url));
    const child = spawn(process.execPath, [program, server.url], { stdio: ['ignore', 'pipe', 'inherit'] });
    open.push({ close: async () => child.kill('SIGKILL') });
    expect(String(await once(child.stdout, 'data'))).toContain('entered');
    const places = [{ key: 'p', places: 1 }];
    const store = storeOf();
    expect(await store.enter(places, 'other')).toBeDefined();
    child.kill('SIGKILL');
    await once(child, 'close');
    await expect.poll(() => store.enter(places, 'other'), { timeout: 20_000, interval: 200 }).toBeUndefined();
    await store.leave(places, 'other');
  });

  it('deny calls during an outage, quickly, and recover by themselves', async () => {
    const { tools } = toolsWith({
      limits: [{ rate: { calls: 1000, per: 'hour' }, concurrency: 100 }],
      storeTimeoutMs: 300,
    });
    expect(outcome(await tools.execute('read', {}))).toBe('ok');
    for (const [begin, end] of [
      [() => server.stop(), () => server.start()],
      [async () => server.freeze(), async () => server.thaw()],
    ] as const) {
      await begin();
      const started = performance.now();
      const results = await Promise.all(Array.from({ length: 50 }, () => tools.execute('read', {})));
      expect(new Set(results.map(outcome))).toEqual(new Set(['RATE_LIMIT_UNAVAILABLE']));
      expect(results[0]).toMatchObject({
        error: { kind: 'system_error', retryable: true, details: { retryAfterMs: 1000 } },
      });
      expect(performance.now() - started).toBeLessThan(5000);
      await end();
      await expect
        .poll(async () => outcome(await tools.execute('read', {})), { timeout: 20_000, interval: 100 })
        .toBe('ok');
    }
  });

  it('apply within the process during an outage, if the host chose so', async () => {
    const { tools, held } = toolsWith({
      limits: [{ rate: { calls: 3, per: 'hour' }, concurrency: 1 }],
      onStoreFailure: 'local',
      storeTimeoutMs: 300,
    });
    expect(await passed(tools, 'read', 1)).toBe(1);
    await server.stop();
    expect(await passed(tools, 'read', 2)).toBe(2);
    const holding = tools.execute('hold', {});
    await expect.poll(() => held.running.length).toBe(1);
    expect(outcome(await tools.execute('read', {}))).toBe('RATE_LIMITED');
    await server.start();
    held.running[0]?.();
    expect(outcome(await holding)).toBe('ok');
    // Redis has lost its data, so the bucket is full again once it answers.
    await expect
      .poll(async () => outcome(await tools.execute('read', {})), { timeout: 20_000, interval: 100 })
      .toBe('ok');
  });

  it('begin to work when Redis is started later', async () => {
    await server.stop();
    const { tools } = toolsWith({ limits: [{ rate: { calls: 10, per: 'hour' } }], storeTimeoutMs: 300 });
    expect(outcome(await tools.execute('read', {}))).toBe('RATE_LIMIT_UNAVAILABLE');
    await server.start();
    await expect
      .poll(async () => outcome(await tools.execute('read', {})), { timeout: 20_000, interval: 100 })
      .toBe('ok');
  });

  it('count a running call again when Redis has lost its data', async () => {
    const places = [{ key: 'p', places: 1 }];
    const store = storeOf({ leaseMs: 1000 });
    await store.enter(places, 'running');
    await server.stop();
    await server.start();
    const other = storeOf();
    const isTaken = async (): Promise<boolean> => {
      const shortage = await other.enter(places, 'probe');
      if (shortage === undefined) await other.leave(places, 'probe');
      return shortage !== undefined;
    };
    await expect.poll(isTaken, { timeout: 10_000, interval: 200 }).toBe(true);
    await store.leave(places, 'running');
    expect(await isTaken()).toBe(false);
  });

  it('can use a client of the host, which is not closed', async () => {
    const client = clientOf();
    const { tools } = toolsWith(
      { limits: [{ rate: { calls: 1, per: 'hour' } }] },
      redisStore({ client, prefix: 'mine' }),
    );
    expect(await passed(tools, 'read', 2)).toBe(1);
    await tools.shutdownAll();
    expect(await client.keys('*')).toEqual([expect.stringMatching(/^\{mine\}:rate:/)]);
  });

  it('do not take an answer for consent that they do not understand', async () => {
    for (const answer of [undefined, null, 'OK', [0], ['a', 'b'], {}]) {
      const store = redisStore({ client: { eval: async () => answer } });
      const { tools } = toolsWith({ limits: [{ rate: { calls: 1, per: 'hour' }, concurrency: 1 }] }, store);
      expect(outcome(await tools.execute('read', {}))).toBe('RATE_LIMIT_UNAVAILABLE');
    }
  });

  it('lose their connection with the last coordinator', async () => {
    const { tools } = toolsWith({ limits: [{ rate: { calls: 1, per: 'hour' } }] });
    await passed(tools, 'read', 1);
    const client = clientOf();
    const connections = async (): Promise<number> =>
      String(await client.client('LIST'))
        .trim()
        .split('\n').length;
    expect(await connections()).toBe(2);
    await tools.shutdownAll();
    await expect.poll(connections).toBe(1);
  });

  it.each([{}, { url: 'http://localhost' }, { url: 'nonsense' }, { url: 'redis://a', leaseMs: 5 }])(
    'cannot be made with %j',
    (options) => {
      expect(() => redisStore(options)).toThrow(/redis|url|URL|leaseMs/);
    },
  );
});

describe('a renewal of places', () => {
  it('does not bring back the place of a call that ends meanwhile', async () => {
    const commands: { script: string; args: string[]; answer: PromiseWithResolvers<number> }[] = [];
    const client = {
      eval(script: string, _count: number, ...args: string[]) {
        const answer = Promise.withResolvers<number>();
        commands.push({ script, args, answer });
        return answer.promise;
      },
    };
    const store = redisStore({ client, leaseMs: 1000, prefix: 'p' });
    const places = [{ key: 'k', places: 1 }];
    const entered = store.enter(places, 'holder');
    await expect.poll(() => commands.length).toBe(1);
    commands[0]?.answer.resolve(0);
    expect(await entered).toBeUndefined();
    await expect.poll(() => commands.length, { timeout: 10_000 }).toBe(2);
    expect(commands[1]?.args).toEqual(['{p}:places:k', '1000', 'holder']);
    const left = store.leave(places, 'holder');
    await expect.poll(() => commands.length).toBe(3);
    commands[2]?.answer.resolve(0);
    await left;
    commands[1]?.answer.resolve(0);
    await expect.poll(() => commands.length).toBe(4);
    expect(commands[3]).toMatchObject({ script: commands[2]?.script, args: ['{p}:places:k', 'holder'] });
    commands[3]?.answer.resolve(0);
    await store.close?.();
  });
});

function retryAfter(result: ToolResult): number {
  return result.ok ? 0 : Number(result.error.details?.['retryAfterMs']);
}

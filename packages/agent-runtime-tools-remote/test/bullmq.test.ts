import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolCoordinator, Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import { filesPack } from '@ku0/agent-runtime-tools-files';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { hasRedis, startRedis, type RedisServer } from '@ku0/agent-runtime-tools-testkit/services';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bullmq, remotePack, serveCalls, type BullmqOptions, type CallDriver } from '../src/index.ts';
import { driverContract } from './suites/driver-contract.ts';
import { remoteCallsSuite } from './suites/remote-calls.ts';
import { sampleTools } from './suites/sample-tools.ts';
import { PATIENTLY } from './suites/patiently.ts';

describe.skipIf(!hasRedis())('with Redis (needs redis-server)', { timeout: 60_000 }, () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
  }, 60_000);
  afterAll(() => server.remove());

  const create = (): CallDriver => bullmq({ url: server.url, leaseMs: 1500, lockMs: 2000, stallCheckMs: 500 });
  driverContract('bullmq', create);
  remoteCallsSuite('bullmq', create);

  const secret = 'a secret that only tests know';
  const open: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    server.thaw();
    await server.start();
    for (const close of open.splice(0).toReversed()) await close();
  });

  async function connected(tools: ToolCoordinator = sampleTools().tools, options: Partial<BullmqOptions> = {}) {
    const common = {
      driver: bullmq({ url: server.url, leaseMs: 1500, ...options }),
      place: `p-${randomUUID()}`,
      secret,
    };
    const worker = await serveCalls(tools, common);
    const agent = new ToolCoordinator().registerPack(await remotePack({ ...common, waitForWorkerMs: 500 }));
    open.push(
      () => tools.shutdownAll(),
      () => worker.close({ timeoutMs: 0 }),
      () => agent.shutdownAll(),
    );
    return { ...common, worker, agent };
  }

  it('artifacts stay on the worker, and are read there by their owner alone', async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'remote-artifacts-')));
    open.push(() => rm(folder, { recursive: true, force: true }));
    const workspace = createWorkspace({ roots: [join(folder, 'root')], state: join(folder, 'state') });
    open.push(() => workspace.shutdown());
    await mkdir(join(folder, 'root'));
    const long = defineTool({
      name: 'long',
      parameters: Type.Object({}),
      execute: async () => ok(Array.from({ length: 10_000 }, (_, at) => `line ${at}`).join('\n')),
    });
    const services = { workspace, artifacts: workspace.artifacts };
    const { agent } = await connected(new ToolCoordinator({ services }).registerPack(filesPack()).register(long));
    const alice = { principal: { id: 'alice' }, taskId: 'a' };
    const result = await agent.execute('long', {}, alice);
    const [artifact] = result.metadata.artifacts ?? [];
    expect(result).toMatchObject({ ok: true, metadata: { artifacts: [{ size: 98_889 }] } });
    expect(JSON.stringify(agent.toModelOutput(result))).toContain('read_artifact');
    const part = { id: artifact?.id ?? '', offset: 98_000 };
    const read = await agent.execute('read_artifact', part, alice);
    expect(JSON.stringify(read)).toContain('line 9999');
    expect(await agent.execute('read_artifact', part, { principal: { id: 'bob' }, taskId: 'a' })).toMatchObject({
      ok: false,
    });
  });

  it('a caller and a worker that start without Redis say so', async () => {
    await server.stop();
    const options = { driver: bullmq({ url: server.url }), place: 'p', secret };
    const refused = { error: { code: 'ENGINE_NOT_AVAILABLE' } };
    await expect(remotePack(options)).rejects.toMatchObject(refused);
    await expect(serveCalls(new ToolCoordinator(), options)).rejects.toMatchObject(refused);
  });

  it('calls to a Redis that hangs have an answer, are not made later, and others work again', async () => {
    const sample = sampleTools();
    const { agent } = await connected(sample.tools, { commandTimeoutMs: 500 });
    expect(await agent.execute('wait', { ms: 1 })).toMatchObject({ ok: true });
    server.freeze();
    expect(await agent.execute('wait', { ms: 1 })).toMatchObject({ error: { code: 'OUTCOME_UNKNOWN' } });
    expect(await agent.execute('echo', { text: 'x' })).toMatchObject({ error: { code: 'ENGINE_NOT_AVAILABLE' } });
    server.thaw();
    await expect
      .poll(async () => (await agent.execute('echo', { text: 'x' })).ok, { timeout: 20_000, interval: 100 })
      .toBe(true);
  });

  it('a result that somebody else wrote into Redis is not believed', async () => {
    const sample = sampleTools();
    const { agent, place } = await connected(sample.tools);
    const running = agent.execute('wait', { ms: 60_000 });
    await expect.poll(() => sample.effects, PATIENTLY).toEqual(['wait']);
    const redis = new Redis(server.url);
    open.push(async () => redis.disconnect());
    const prefix = `{agent-tools:${place}}:calls`;
    const [id] = await redis.lrange(`${prefix}:active`, 0, 0);
    const forged = JSON.stringify(JSON.stringify({ id, start: 1, pieces: 0, value: 'forged', metadata: {} }));
    await redis.xadd(`${prefix}:events`, '*', 'event', 'completed', 'jobId', id ?? '', 'returnvalue', forged);
    expect(await running).toMatchObject({ error: { code: 'OUTCOME_UNKNOWN' } });
  });

  it('connections are closed with the worker and with the agent', async () => {
    const redis = new Redis(server.url);
    open.push(async () => redis.disconnect());
    const connections = async (): Promise<number> =>
      String(await redis.client('LIST'))
        .trim()
        .split('\n').length;
    const before = await connections();
    const { agent, worker } = await connected();
    // A worker has three, a caller two.
    expect(await connections()).toBe(before + 5);
    await agent.shutdownAll();
    await worker.close();
    await expect.poll(connections, PATIENTLY).toBe(before);
  });
});

describe('bullmq', () => {
  it.each([{ url: 'http://localhost' }, { url: 'nonsense' }, { url: 'redis://a', lockMs: 0 }])(
    'cannot be made with %j',
    (options) => {
      expect(() => bullmq(options)).toThrow(TypeError);
    },
  );
});

import { setTimeout as sleep } from 'node:timers/promises';
import { hasPostgres, hasRedis } from '@ku0/agent-runtime-tools-testkit/services';
import { describe, expect, it } from 'vitest';
import { ApprovalGate, type ApprovalStore } from '../../src/index.ts';
import { Folder } from '../fixtures/folder.ts';
import { session, until } from '../fixtures/session.ts';
import { postgresServer, postgresStore, redisServer, redisStore, useServers } from '../fixtures/stores.ts';

useServers();

const LS = { command: 'ls' };
const yes = { approved: true };
const TIMEOUT_MS = 1500;

const SERVERS = [
  { name: 'PostgreSQL', isThere: hasPostgres(), open: postgresStore, server: postgresServer },
  { name: 'Redis', isThere: hasRedis(), open: redisStore, server: redisServer },
];

for (const { name, isThere, open, server } of SERVERS)
  describe.skipIf(!isThere)(`While ${name} is away`, { timeout: 90_000 }, () => {
    const set = (folder: Folder, ask?: () => { approved: boolean } | undefined) => {
      const [own, others] = [open(folder, TIMEOUT_MS), open(folder, TIMEOUT_MS)];
      const gate = new ApprovalGate({ store: own, timeoutMs: 80_000 });
      const waiting = session(folder, { store: own, gate, ...(ask !== undefined && { ask }) });
      const elsewhere = new ApprovalGate({ store: others });
      const end = async (): Promise<void> => {
        await waiting.coordinator.shutdownAll();
        await others.close();
      };
      return { ...waiting, gate, others, elsewhere, end };
    };
    const isStored = async (store: ApprovalStore): Promise<boolean> => {
      const found = await store.pending().catch(() => []);
      return found.length === 1;
    };
    const answerWhenPossible = async (gate: ApprovalGate, id: string): Promise<void> => {
      await expect.poll(async () => (await gate.answer(id, yes)).ok, { timeout: 30_000, interval: 200 }).toBe(true);
    };

    it('a request goes on waiting, nothing is allowed, and answers count again without a restart', async () => {
      using folder = new Folder();
      const { run, ran, gate, others, elsewhere, end } = set(folder);
      const call = run('bash', LS);
      await expect.poll(() => isStored(others), { timeout: 20_000 }).toBe(true);
      const id = gate.pending()[0]?.id ?? '';
      await server().stop();
      for (const each of [gate, elsewhere])
        expect(await each.answer(id, yes)).toMatchObject({ error: { code: 'STORE_UNAVAILABLE' } });
      await sleep(300);
      expect([gate.pending().length, ran.length]).toEqual([1, 0]);
      await server().start();
      await answerWhenPossible(elsewhere, id);
      expect(await call).toMatchObject({ ok: true });
      expect(ran).toHaveLength(1);
      await end();
    });

    it('a request that is made then is stored when it is back', async () => {
      using folder = new Folder();
      const { run, ran, gate, others, elsewhere, end } = set(folder);
      await others.list();
      await server().stop();
      const call = run('bash', LS);
      await until(() => gate.pending().length === 1);
      await sleep(300);
      await server().start();
      await expect.poll(() => isStored(others), { timeout: 30_000, interval: 200 }).toBe(true);
      await answerWhenPossible(elsewhere, gate.pending()[0]?.id ?? '');
      expect(await call).toMatchObject({ ok: true });
      expect(ran).toHaveLength(1);
      await end();
    });

    it('what a person says where the call is made is kept, and used when it is back', async () => {
      using folder = new Folder();
      const said = Promise.withResolvers<{ approved: boolean }>();
      const { run, ran, others, asked, end } = set(folder, () => said.promise as never);
      const call = run('bash', LS);
      await until(() => asked.length === 1);
      await server().stop();
      said.resolve(yes);
      await sleep(2 * TIMEOUT_MS);
      expect(ran).toEqual([]);
      await server().start();
      expect(await call).toMatchObject({ ok: true });
      expect(ran).toHaveLength(1);
      expect(await others.pending()).toEqual([]);
      await end();
    });

    it('a call that is cancelled ends soon', async () => {
      using folder = new Folder();
      const { run, gate, others, end } = set(folder);
      const controller = new AbortController();
      const call = run('bash', LS, { signal: controller.signal });
      await expect.poll(() => isStored(others), { timeout: 20_000 }).toBe(true);
      await server().stop();
      controller.abort();
      expect(await call).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
      expect(gate.pending()).toEqual([]);
      await server().start();
      await end();
    });
  });

describe.skipIf(!hasRedis())('While Redis hangs', { timeout: 90_000 }, () => {
  it('nothing is allowed, and the first answer counts when it goes on', async () => {
    using folder = new Folder();
    const own = redisStore(folder, TIMEOUT_MS);
    const gate = new ApprovalGate({ store: own, timeoutMs: 80_000 });
    const { run, ran, coordinator } = session(folder, { store: own, gate });
    const call = run('bash', LS);
    await until(() => gate.pending().length === 1);
    await expect.poll(async () => (await own.pending()).length).toBe(1);
    const id = gate.pending()[0]?.id ?? '';
    redisServer().freeze();
    // Redis takes the command and carries it out later, although it was given up here.
    expect(await gate.answer(id, yes)).toMatchObject({ error: { code: 'STORE_UNAVAILABLE' } });
    expect(ran).toEqual([]);
    redisServer().thaw();
    await expect
      .poll(async () => (await gate.answer(id, { approved: false, feedback: 'no' })).ok, { timeout: 30_000 })
      .toBe(true);
    expect(await call).toMatchObject({ error: { details: { by: 'person' } } });
    expect(ran).toEqual([]);
    await coordinator.shutdownAll();
  });
});

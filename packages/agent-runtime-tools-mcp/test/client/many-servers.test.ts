import { describe, expect, it, onTestFinished } from 'vitest';
import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { connectServers } from '../../src/index.ts';
import { approveAll, hostile, running, temporaryFolder } from './fixtures/connected.ts';

describe.runIf(process.platform === 'linux')('fifty servers', () => {
  it(
    'of which five hang and five crash: the others are usable at once, and nothing is left running',
    { timeout: 120_000 },
    async () => {
      const mark = `fifty-${process.pid}-${Date.now()}`;
      const behaviours = Array.from({ length: 50 }, (_, n) =>
        n % 10 === 3 ? 'hang' : n % 10 === 7 ? 'crash' : 'good',
      );
      const mcpServers = Object.fromEntries(
        behaviours.map((behaviour, n) => {
          const server = hostile(behaviour) as { command: string; args: readonly string[] };
          return [`s${n}`, { ...server, args: [...server.args, mark] }];
        }),
      );
      const startedAt = performance.now();
      const servers = await connectServers(
        { mcpServers },
        { stateFolder: temporaryFolder(), waitMs: 0, startTimeoutMs: 45_000, maxRestarts: 1 },
      );
      onTestFinished(() => servers.close());
      const tools = new ToolCoordinator().use(approveAll);
      servers.attach(tools);
      const isReady = (n: number): boolean => servers.list()[n]?.state === 'ready';
      await expect.poll(() => isReady(0), { timeout: 45_000 }).toBe(true);
      // The first is used while the others are still starting.
      expect(await tools.execute('s0__hello', {})).toMatchObject({ ok: true });
      const good = [...behaviours.keys()].filter((n) => behaviours[n] === 'good');
      await expect.poll(() => good.every(isReady), { timeout: 45_000 }).toBe(true);
      const results = await Promise.all(good.map((n) => tools.execute(`s${n}__hello`, {})));
      expect(results.every(({ ok }) => ok)).toBe(true);
      // The hung ones have not timed out yet, and held up nobody.
      const statesOf = (behaviour: string): Set<unknown> =>
        new Set(servers.list().flatMap(({ state }, n) => (behaviours[n] === behaviour ? [state] : [])));
      expect(statesOf('hang')).toEqual(new Set(['starting']));
      expect(performance.now() - startedAt).toBeLessThan(45_000);
      await expect.poll(() => statesOf('crash'), { timeout: 45_000 }).toEqual(new Set(['failed']));
      expect(running(mark).length).toBeGreaterThanOrEqual(45);
      await servers.close();
      await tools.shutdownAll();
      expect(running(mark)).toEqual([]);
    },
  );
});

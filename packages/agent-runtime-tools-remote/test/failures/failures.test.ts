import { hasRedis, startRedis } from '@ku0/agent-runtime-tools-testkit/services';
import { describe, expect, it } from 'vitest';
import { runRounds } from './rounds.ts';
import { SCENARIOS } from './scenarios.ts';

// `npm run soak:remote` provokes each failure a hundred times.
describe.skipIf(!hasRedis())('failures (needs redis-server)', { timeout: 180_000 }, () => {
  it.concurrent.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))('%s', async (_name, scenario) => {
    await using redis = await startRedis();
    expect(await runRounds(scenario, { redis, rounds: 3, atOnce: 3, seed: 1 })).toEqual([]);
  });
});

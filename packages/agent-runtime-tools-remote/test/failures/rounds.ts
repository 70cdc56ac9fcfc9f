import type { RedisServer } from '@ku0/agent-runtime-tools-testkit/services';
import type { Scenario } from './scenarios.ts';

/** Provokes a failure some times, several at once where that is possible. Returns what went wrong. */
export async function runRounds(
  scenario: Scenario,
  { redis, rounds, atOnce, seed }: { redis: RedisServer; rounds: number; atOnce: number; seed: number },
): Promise<string[]> {
  const problems: string[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let round = next++; round < rounds; round = next++) {
      try {
        await scenario.run(redis, chanceOf(seed + round));
      } catch (error) {
        problems.push(`round ${round}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: scenario.parallel ? Math.min(atOnce, rounds) : 1 }, work));
  return problems;
}

/** Numbers from 0 to 1 that depend on the seed alone (mulberry32). */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

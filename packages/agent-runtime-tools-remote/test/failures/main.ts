// Provokes each failure many times, and counts: `npm run soak:remote -- --rounds 100`.
import { parseArgs } from 'node:util';
import { startRedis } from '@ku0/agent-runtime-tools-testkit/services';
import { runRounds } from './rounds.ts';
import { SCENARIOS } from './scenarios.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '100' },
    'at-once': { type: 'string', default: '6' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 30)) },
  },
});
const [rounds, atOnce, seed] = [Number(values.rounds), Number(values['at-once']), Number(values.seed)];
console.log(`${rounds} rounds of each failure; to repeat them: --seed ${seed}\n`);
console.log('| failure | rounds | as it should be | seconds |');
console.log('|---|--:|--:|--:|');
for (const scenario of SCENARIOS.filter(({ name }) => positionals.every((part) => name.includes(part)))) {
  await using redis = await startRedis();
  const started = performance.now();
  const problems = await runRounds(scenario, { redis, rounds, atOnce, seed });
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`| ${scenario.name} | ${rounds} | ${rounds - problems.length} | ${seconds} |`);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

import { randomUUID } from 'node:crypto';
import { hasRedis, startRedis } from '@ku0/agent-runtime-tools-testkit/services';
import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { FailureLab } from './failure-lab.ts';

it.skipIf(!hasRedis())(
  'a call that waits for approval holds no job; answered from two other processes at once, it runs exactly once (needs redis-server)',
  { timeout: 180_000 },
  async () => {
    await using server = await startRedis();
    await using lab = await FailureLab.open(server.url);
    const [one, two] = await Promise.all([lab.worker(), lab.worker()]);
    const [ann, ben, third] = await Promise.all(
      ['caller-1', 'caller-2', 'somebody-else'].map((name) => lab.askingCaller(name)),
    );
    if (ann === undefined || ben === undefined || third === undefined) throw new Error('A process is missing.');
    const redis = new Redis(server.url);
    for (const [asking, other] of [
      [ann, ben],
      [ben, ann],
      [ann, ben],
      [ben, ann],
    ] as const) {
      const params = { id: randomUUID(), hold: 'none', ms: 0 } as const;
      asking.order({ kind: 'call', params });
      const { id } = await asking.report('asked');
      expect(await redis.llen(`{agent-tools:${lab.place}}:calls:wait`)).toBe(0);
      expect([one, two].some((worker) => worker.has('started', params.id))).toBe(false);
      for (const process of [third, other]) process.order({ kind: 'answer', id });
      const answers = await Promise.all([third.report('answered'), other.report('answered')]);
      expect(answers.filter(({ counted }) => counted)).toHaveLength(1);
      expect(await asking.report('result')).toEqual({ kind: 'result', id: params.id, code: 'ok' });
      expect(lab.effects(params.id)).toBe(1);
    }
    redis.disconnect();
  },
);

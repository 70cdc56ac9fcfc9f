import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisServer } from '@ku0/agent-runtime-tools-testkit/services';
import { FailureLab, check, outcomeOf, until } from './failure-lab.ts';
import { InterruptibleProxy } from './interruptible-proxy.ts';
import type { EffectParams } from './programs/messages.ts';

/** One failure, provoked once. Rejects if a call took effect twice, got a wrong answer, or none. */
export interface Scenario {
  readonly name: string;
  /** Whether rounds may run at the same time. */
  readonly parallel: boolean;
  /** `chance` is from 0 to 1, and makes the same choices for the same seed. */
  run(redis: RedisServer, chance: () => number): Promise<void>;
}

const callOf = (hold: EffectParams['hold'], more: Partial<EffectParams> = {}): EffectParams => ({
  id: randomUUID(),
  hold,
  ms: 60_000,
  ...more,
});

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'a worker that is gone before the start: the call waits, and runs once when a worker comes',
    parallel: true,
    async run(redis) {
      await using lab = await FailureLab.open(redis.url);
      const first = await lab.worker();
      const caller = await lab.caller();
      await first.kill();
      const call = callOf('none');
      const waiting = caller.call('effect', call);
      await lab.worker();
      check(outcomeOf(await waiting) === 'ok', 'wrong answer', await waiting);
      check(lab.effects(call.id) === 1, 'wrong number of effects', lab.effects(call.id));
    },
  },
  {
    name: 'a worker that is gone before the start: the call never runs after its deadline',
    parallel: true,
    async run(redis, chance) {
      await using lab = await FailureLab.open(redis.url);
      const first = await lab.worker();
      const caller = await lab.caller();
      await first.kill();
      const late = callOf('none');
      const answer = await caller.call('effect', late, { timeoutMs: 300 + chance() * 700 });
      check(outcomeOf(answer) === 'TIMEOUT', 'wrong answer', answer);
      await lab.worker();
      check(outcomeOf(await caller.call('effect', callOf('none'))) === 'ok', 'the new worker does not work');
      check(lab.effects(late.id) === 0, 'it ran after its deadline');
    },
  },
  {
    name: 'a worker that is killed and not replaced: calls say that the place has no worker when its lease ends',
    parallel: true,
    async run(redis) {
      await using lab = await FailureLab.open(redis.url);
      const worker = await lab.worker();
      const caller = await lab.caller({ waitForWorkerMs: 500 });
      await worker.kill();
      const call = callOf('none');
      const answer = await caller.call('effect', call);
      check(outcomeOf(answer) === 'PLACE_WITHOUT_WORKER', 'wrong answer', answer);
      await lab.worker();
      check(outcomeOf(await caller.call('effect', callOf('none'))) === 'ok', 'the new worker does not work');
      check(lab.effects(call.id) === 0, 'it ran after its answer');
    },
  },
  {
    name: 'a worker that is killed during a call and not replaced: OUTCOME_UNKNOWN, or the advice to call again, when its lease ends',
    parallel: true,
    async run(redis, chance) {
      await using lab = await FailureLab.open(redis.url);
      const worker = await lab.worker();
      const caller = await lab.caller({ waitForWorkerMs: 3000 });
      const call = callOf('before');
      const isIdempotent = chance() < 0.5;
      const running = caller.call(isIdempotent ? 'repeatable' : 'effect', call);
      await worker.waitFor('started', call.id);
      await worker.kill();
      const answer = await running;
      check(outcomeOf(answer) === (isIdempotent ? 'ENGINE_NOT_AVAILABLE' : 'OUTCOME_UNKNOWN'), 'wrong answer', answer);
      check(!answer.ok && answer.error.retryable === isIdempotent, 'wrong advice', answer);
      check(lab.effects(call.id) === 0, 'it has run', lab.effects(call.id));
    },
  },
  {
    name: 'a worker that is killed during an idempotent call: it runs again, and the result arrives',
    parallel: true,
    async run(redis, chance) {
      await using lab = await FailureLab.open(redis.url);
      const first = await lab.worker();
      const caller = await lab.caller();
      const call = callOf(chance() < 0.5 ? 'before' : 'after', { ms: 1500 });
      const running = caller.call('repeatable', call);
      await first.waitFor(call.hold === 'before' ? 'started' : 'effect', call.id);
      await first.kill();
      const second = await lab.worker();
      const answer = await running;
      check(answer.ok, 'wrong answer', answer);
      check(JSON.stringify(answer).includes(second.name), 'not the result of the second worker', answer);
    },
  },
  {
    name: 'a worker that is killed during any other call: OUTCOME_UNKNOWN, and never a second run',
    parallel: true,
    async run(redis, chance) {
      await using lab = await FailureLab.open(redis.url);
      const first = await lab.worker();
      const caller = await lab.caller();
      const call = callOf(chance() < 0.5 ? 'before' : 'after');
      const running = caller.call('effect', call);
      await first.waitFor(call.hold === 'before' ? 'started' : 'effect', call.id);
      await first.kill();
      const second = await lab.worker();
      const answer = await running;
      check(outcomeOf(answer) === 'OUTCOME_UNKNOWN', 'wrong answer', answer);
      check(!answer.ok && !answer.error.retryable, 'it must not be retried');
      check(lab.effects(call.id) === (call.hold === 'before' ? 0 : 1), 'wrong number of effects', lab.effects(call.id));
      check(!second.has('started', call.id), 'it was started again');
    },
  },
  {
    name: 'a worker that is killed after the effect and before the acknowledgement: the real result, from the journal',
    parallel: true,
    async run(redis) {
      await using lab = await FailureLab.open(redis.url);
      const first = await lab.worker({ holdResults: true });
      const caller = await lab.caller();
      const call = callOf('none');
      const running = caller.call('effect', call);
      await first.waitFor('result-held');
      await first.kill();
      const second = await lab.worker();
      const answer = await running;
      check(answer.ok && JSON.stringify(answer.value).includes(first.name), 'not the real result', answer);
      check(lab.effects(call.id) === 1, 'wrong number of effects', lab.effects(call.id));
      check(!second.has('started', call.id), 'it was started again');
    },
  },
  {
    name: 'a worker that is frozen: its late result is refused, and its handler is cancelled when it comes back',
    parallel: true,
    async run(redis, chance) {
      await using lab = await FailureLab.open(redis.url);
      const frozen = await lab.worker();
      const caller = await lab.caller();
      await interrupt({
        lab,
        caller,
        isIdempotent: chance() < 0.5,
        ignoresAbort: chance() < 0.5,
        worker: frozen,
        begin: () => frozen.freeze(),
        end: () => frozen.thaw(),
      });
    },
  },
  {
    name: 'a worker that is cut off: its late result is refused, and its handler is cancelled when it comes back',
    parallel: true,
    async run(redis, chance) {
      await using lab = await FailureLab.open(redis.url);
      await using proxy = await InterruptibleProxy.start(redis.port);
      const worker = await lab.worker({ url: redis.url.replace(`:${redis.port}`, `:${proxy.port}`) });
      const caller = await lab.caller();
      await interrupt({
        lab,
        caller,
        isIdempotent: chance() < 0.5,
        ignoresAbort: chance() < 0.5,
        worker,
        begin: () => proxy.cut(),
        end: () => proxy.mend(),
      });
    },
  },
  {
    name: 'Redis down, then up: ENGINE_NOT_AVAILABLE at once, and calls work again without a restart',
    parallel: false,
    async run(redis) {
      await using lab = await FailureLab.open(redis.url);
      await lab.worker();
      const caller = await lab.caller();
      const before = callOf('none');
      check(outcomeOf(await caller.call('effect', before)) === 'ok', 'no call works');
      await redis.stop();
      const during = [callOf('none'), callOf('none')];
      const started = performance.now();
      const answers = await Promise.all(during.map((call) => caller.call('effect', call)));
      // The first may have been sent to a server that was just dying, and then nobody knows.
      const codes = answers.map(outcomeOf);
      check(
        codes.every((code) => code === 'ENGINE_NOT_AVAILABLE' || code === 'OUTCOME_UNKNOWN'),
        'wrong answers',
        answers,
      );
      check(performance.now() - started < 2000, 'the answer took too long', performance.now() - started);
      const later = await caller.call('effect', callOf('none'));
      check(outcomeOf(later) === 'ENGINE_NOT_AVAILABLE', 'wrong answer', later);
      await redis.start();
      const made: EffectParams[] = [];
      await until(async () => {
        const call = callOf('none');
        const answer = await caller.call('effect', call);
        if (answer.ok) made.push(call);
        return answer.ok;
      }, 'calls do not work again');
      for (const call of [before, ...made]) check(lab.effects(call.id) === 1, 'wrong number of effects');
      for (const call of during) check(lab.effects(call.id) === 0, 'a refused call took effect');
    },
  },
  {
    name: 'Redis that loses a running call: the call has an answer',
    parallel: false,
    async run(redis, chance) {
      await using lab = await FailureLab.open(redis.url);
      const worker = await lab.worker();
      const caller = await lab.caller();
      const [other, idempotent] = [callOf('before', { ms: 1000 + chance() * 3000 }), callOf('before', { ms: 2000 })];
      const running = [caller.call('effect', other), caller.call('repeatable', idempotent)];
      await worker.waitFor('started', other.id);
      await worker.waitFor('started', idempotent.id);
      await redis.stop();
      await redis.start();
      const codes = (await Promise.all(running)).map(outcomeOf);
      check(codes[0] === 'OUTCOME_UNKNOWN', 'wrong answer', codes);
      check(codes[1] === 'ENGINE_NOT_AVAILABLE', 'wrong answer', codes);
      check(lab.effects(other.id) <= 1, 'wrong number of effects', lab.effects(other.id));
    },
  },
  {
    name: 'a caller that is gone: the handler is aborted when the lease ends',
    parallel: true,
    async run(redis) {
      await using lab = await FailureLab.open(redis.url);
      const worker = await lab.worker();
      const call = callOf('before');
      const caller = await lab.callerProcess(call);
      await worker.waitFor('started', call.id);
      await caller.kill();
      await worker.waitFor('aborted', call.id);
      check(lab.effects(call.id) === 0, 'it took effect', lab.effects(call.id));
    },
  },
  {
    name: 'a caller that is gone: a detached call goes on to its end',
    parallel: true,
    async run(redis) {
      await using lab = await FailureLab.open(redis.url);
      const worker = await lab.worker();
      // Longer than the lease, and the two looks that find it gone.
      const call = callOf('before', { ms: 7000 });
      const caller = await lab.callerProcess(call, { detached: true });
      await worker.waitFor('started', call.id);
      await caller.kill();
      await worker.waitFor('effect', call.id);
      await sleep(100);
      check(lab.effects(call.id) === 1, 'wrong number of effects', lab.effects(call.id));
    },
  },
];

interface Interruption {
  readonly lab: FailureLab;
  readonly caller: Awaited<ReturnType<FailureLab['caller']>>;
  readonly worker: Awaited<ReturnType<FailureLab['worker']>>;
  readonly isIdempotent: boolean;
  readonly ignoresAbort: boolean;
  readonly begin: () => void;
  readonly end: () => void;
}

/** A worker cannot be reached in the middle of a call, another takes over, and then the first one comes back. */
async function interrupt({ lab, caller, worker, isIdempotent, ignoresAbort, begin, end }: Interruption): Promise<void> {
  // The second run of an idempotent call is short, and the first has not ended when its worker comes back.
  const call = callOf('before', { ms: isIdempotent || ignoresAbort ? 9000 : 60_000, ignoresAbort });
  const running = caller.call(isIdempotent ? 'repeatable' : 'effect', call);
  await worker.waitFor('started', call.id);
  const second = await lab.worker();
  begin();
  if (isIdempotent) await second.waitFor('started', call.id);
  else await running;
  end();
  if (!ignoresAbort) await worker.waitFor('aborted', call.id);
  const answer = await running;
  if (isIdempotent) check(answer.ok && JSON.stringify(answer.value).includes(second.name), 'wrong result', answer);
  // On a slow machine, a handler that was only cut off has ended before the other worker took over: the journal knows.
  else if (!(ignoresAbort && answer.ok)) check(outcomeOf(answer) === 'OUTCOME_UNKNOWN', 'wrong answer', answer);
  if (ignoresAbort) await worker.waitFor('effect', call.id);
  const allowed = (ignoresAbort ? 1 : 0) + (isIdempotent ? 1 : 0);
  check(lab.effects(call.id) === allowed, 'wrong number of effects', { found: lab.effects(call.id), allowed });
  // The worker that came back works.
  await second.kill();
  check(outcomeOf(await caller.call('effect', callOf('none'))) === 'ok', 'the worker that came back does not work');
}

import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type {
  CallDriver,
  CallerLink,
  JobOutcome,
  StartedJob,
  WorkerLink,
  WorkerLinkOptions,
} from '../../src/driver/call-driver.ts';
import { PATIENTLY } from './patiently.ts';

/** What every driver has to do, whatever engine it uses. `create` makes a driver for one process. */
export function driverContract(name: string, create: () => CallDriver): void {
  describe(`the driver ${name}`, () => {
    let place: string;
    let driver: CallDriver;
    const open: { close: () => Promise<void> }[] = [];

    beforeEach(() => {
      place = `place-${randomUUID()}`;
      driver = create();
    });
    afterEach(async () => {
      await Promise.all(open.splice(0).map((each) => each.close()));
    });

    async function caller(on = driver) {
      const log: string[] = [];
      const outcomes = new Map<string, JobOutcome>();
      let workerChanges = 0;
      const link = await on.openCaller(place, {
        onStarted: (id) => log.push(`${id} started`),
        onMessage: (id, text) => log.push(`${id} ${text}`),
        onOutcome: (id, outcome) => {
          if (outcomes.has(id)) log.push(`${id} ended twice`);
          log.push(`${id} ended`);
          outcomes.set(id, outcome);
        },
        onWorkersChanged: () => workerChanges++,
      });
      open.push({ close: () => link.close() });
      return { link, log, outcomes, workerChanges: () => workerChanges };
    }

    async function worker(run: WorkerLinkOptions['run'], concurrency = 4): Promise<WorkerLink> {
      const link = await driver.openWorker(place, { concurrency, run, onProblem: () => undefined });
      open.push({ close: () => link.close({ timeoutMs: 0 }) });
      return link;
    }

    const submit = (link: CallerLink, id: string, payload = '', detached = false): Promise<void> =>
      link.submit({ id, payload, detached });

    it('brings a job to a worker and its outcome back', async () => {
      const { link, log, outcomes } = await caller();
      await worker(async ({ payload, start, id }) => `${id} ${payload} ${start}`);
      await submit(link, 'job-1', 'hello "wörld"\n');
      await expect
        .poll(() => outcomes.get('job-1'), PATIENTLY)
        .toEqual({ kind: 'done', payload: 'job-1 hello "wörld"\n 1' });
      expect(log.filter((entry) => !entry.includes('started'))).toEqual(['job-1 ended']);
    });

    it('brings messages in order, and before the outcome', async () => {
      const { link, log, outcomes } = await caller();
      await worker(async ({ send }) => {
        for (let at = 0; at < 500; at++) {
          send(String(at));
          if (at % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
        }
        return 'done';
      });
      await submit(link, 'job-1');
      await expect.poll(() => outcomes.size, PATIENTLY).toBe(1);
      const heard = log.filter((entry) => entry !== 'job-1 started');
      expect(heard).toEqual([...Array.from({ length: 500 }, (_, at) => `job-1 ${at}`), 'job-1 ended']);
    });

    it('keeps a job until a worker comes', async () => {
      const { link, outcomes } = await caller();
      await submit(link, 'job-1');
      expect(outcomes.size).toBe(0);
      await worker(async () => 'late');
      await expect.poll(() => outcomes.get('job-1'), PATIENTLY).toEqual({ kind: 'done', payload: 'late' });
    });

    it('runs a job once, with as many at a time as the worker allows', async () => {
      const { link, outcomes } = await caller();
      const runs: string[] = [];
      let [running, most] = [0, 0];
      const run = async ({ id }: StartedJob): Promise<string> => {
        runs.push(id);
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running--;
        return 'done';
      };
      await worker(run, 3);
      const ids = Array.from({ length: 30 }, (_, at) => `job-${at}`);
      await Promise.all([...ids, ...ids].map((id) => submit(link, id)));
      await expect.poll(() => outcomes.size, PATIENTLY).toBe(30);
      expect(runs.toSorted()).toEqual(ids.toSorted());
      expect(most).toBe(3);
    });

    it('takes back a job that no worker has started, and no other', async () => {
      const { link, outcomes } = await caller();
      const runs: string[] = [];
      const release = Promise.withResolvers<void>();
      await worker(async ({ id }) => {
        runs.push(id);
        await release.promise;
        return 'done';
      }, 1);
      await submit(link, 'job-1');
      await expect.poll(() => runs, PATIENTLY).toEqual(['job-1']);
      await submit(link, 'job-2');
      expect(await link.withdraw('job-2')).toBe(true);
      expect(await link.withdraw('job-1')).toBe(false);
      expect(await link.withdraw('unknown')).toBe(false);
      release.resolve();
      await expect.poll(() => outcomes.size, PATIENTLY).toBe(1);
      await submit(link, 'job-3');
      await expect.poll(() => outcomes.size, PATIENTLY).toBe(2);
      expect(runs).toEqual(['job-1', 'job-3']);
    });

    it('tells the worker of a job to stop, with the reason, and no other job', async () => {
      const { link, outcomes } = await caller();
      const stopped: string[] = [];
      let running = 0;
      await worker(({ id, signal }) => {
        running++;
        return new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            stopped.push(`${id} ${String(signal.reason)}`);
            resolve('stopped');
          }),
        );
      });
      await submit(link, 'job-1');
      await submit(link, 'job-2');
      await expect.poll(() => running, PATIENTLY).toBe(2);
      await link.cancel('job-2', 'enough');
      await expect.poll(() => outcomes.get('job-2'), PATIENTLY).toEqual({ kind: 'done', payload: 'stopped' });
      expect(stopped).toEqual(['job-2 JobStoppedError: enough']);
      await link.cancel('unknown', 'nothing happens');
      expect(outcomes.has('job-1')).toBe(false);
    });

    it('stops the jobs of a caller that is closed, except detached ones', async () => {
      const { link } = await caller();
      const ends: string[] = [];
      let running = 0;
      await worker(async ({ id, signal }) => {
        running++;
        const stopped = new Promise<string>((resolve) =>
          signal.addEventListener('abort', () => resolve(`${id} ${signal.reason.reason}`)),
        );
        ends.push(
          await Promise.race([stopped, new Promise<string>((resolve) => setTimeout(resolve, 3000, `${id} ran`))]),
        );
        return 'done';
      });
      await submit(link, 'job-1');
      await submit(link, 'job-2', '', true);
      await expect.poll(() => running, PATIENTLY).toBe(2);
      await link.close();
      await expect.poll(() => ends, PATIENTLY).toEqual(['job-1 caller-gone', 'job-2 ran']);
    });

    it('shows announcements, latest first, and says when they change', async () => {
      const { link, workerChanges } = await caller();
      expect(await link.announcements()).toEqual([]);
      const one = await worker(async () => '');
      await one.announce('one');
      const two = await worker(async () => '');
      await two.announce('two');
      await expect.poll(workerChanges, PATIENTLY).toBeGreaterThanOrEqual(2);
      expect(await link.announcements()).toEqual(['two', 'one']);
      const before = workerChanges();
      await one.announce('one again');
      expect(await link.announcements()).toEqual(['one again', 'two']);
      await two.close({ timeoutMs: 0 });
      expect(await link.announcements()).toEqual(['one again']);
      await expect.poll(workerChanges, PATIENTLY).toBeGreaterThanOrEqual(before + 2);
    });

    it('lets a worker that is closed finish its jobs, and stops them if that takes too long', async () => {
      const { link, outcomes } = await caller();
      let running = 0;
      const run = async ({ signal }: StartedJob): Promise<string> => {
        running++;
        return new Promise((resolve) => {
          const timer = setTimeout(resolve, 300, 'finished');
          signal.addEventListener('abort', () => {
            clearTimeout(timer);
            resolve(`stopped: ${signal.reason.reason}`);
          });
        });
      };
      const patient = await worker(run);
      await submit(link, 'job-1');
      await expect.poll(() => running, PATIENTLY).toBe(1);
      await patient.close({ timeoutMs: 10_000 });
      await expect.poll(() => outcomes.get('job-1'), PATIENTLY).toEqual({ kind: 'done', payload: 'finished' });
      const impatient = await worker(run);
      await submit(link, 'job-2');
      await expect.poll(() => running, PATIENTLY).toBe(2);
      await impatient.close({ timeoutMs: 10 });
      await expect.poll(() => outcomes.get('job-2'), PATIENTLY).toEqual({ kind: 'done', payload: 'stopped: shutdown' });
      await submit(link, 'job-3');
      expect(running).toBe(2);
      expect(await link.withdraw('job-3')).toBe(true);
    });

    it('keeps places apart, and serves several callers', async () => {
      const [one, two] = [await caller(), await caller()];
      await worker(async ({ id }) => id);
      place = `place-${randomUUID()}`;
      const elsewhere = await caller();
      await Promise.all([submit(one.link, 'a'), submit(two.link, 'b'), submit(elsewhere.link, 'c')]);
      await expect.poll(() => [...one.outcomes.keys(), ...two.outcomes.keys()], PATIENTLY).toEqual(['a', 'b']);
      expect(elsewhere.outcomes.size).toBe(0);
      expect(await elsewhere.link.announcements()).toEqual([]);
    });
  });
}

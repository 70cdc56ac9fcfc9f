import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JobOutcome, StartedJob, WorkerLinkOptions } from '../../src/driver/call-driver.ts';
import { serveCalls, type CallDriver, type ServeCallsOptions } from '../../src/index.ts';
import { readOutcome } from '../../src/protocol/outcome.ts';
import { writeTicket, type Ticket } from '../../src/protocol/ticket.ts';
import { sampleTools } from '../suites/sample-tools.ts';

const secret = 'a secret that only tests know';
const place = 'here';

function ticketOf(changes: Partial<Ticket> = {}): Ticket {
  return {
    id: randomUUID(),
    place,
    action: 'call',
    tool: 'pay',
    version: '1.0.0',
    parameters: { amount: 1 },
    callId: 'call_0',
    principal: { id: 'alice' },
    task: 'task',
    turn: '',
    mode: 'act',
    deadline: Date.now() + 60_000,
    approved: false,
    ...changes,
  };
}

/** An engine in the hands of an attacker: it gives workers whatever jobs the test wants. */
async function workerWith(options: Partial<ServeCallsOptions> = {}) {
  const sample = sampleTools();
  let run: WorkerLinkOptions['run'] | undefined;
  const driver: CallDriver = {
    openCaller: () => Promise.reject(new Error('not used')),
    openWorker: async (_place, given) => {
      run = given.run;
      return { announce: async () => undefined, close: async () => undefined };
    },
  };
  const server = await serveCalls(sample.tools, { driver, place, secret, ...options });
  const start = async (id: string, payload: string, times = 1) => {
    const job: StartedJob = { id, payload, start: times, signal: new AbortController().signal, send: () => undefined };
    const outcome: JobOutcome = { kind: 'done', payload: (await run?.(job)) ?? '' };
    return readOutcome(outcome.payload, { id, secret });
  };
  const send = (ticket: Ticket, times = 1) => start(ticket.id, writeTicket(ticket, secret), times);
  return { ...sample, server, start, send };
}

const refused = (reason: string) => ({
  error: { code: 'TICKET_REFUSED', kind: 'security_error', details: { reason } },
});

describe('a ticket', () => {
  it('makes its call', async () => {
    const { send, effects } = await workerWith();
    expect(await send(ticketOf())).toMatchObject({ value: { paid: 1, by: 'alice' } });
    expect(effects).toEqual(['pay 1']);
  });

  it.each<[string, (text: string) => string]>([
    ['the tool', (text) => text.replace('"pay"', '"delete_all"')],
    ['the version', (text) => text.replace('"1.0.0"', '"1.0.1"')],
    ['the parameters', (text) => text.replace('"amount":1', '"amount":9')],
    ['the call id', (text) => text.replace('call_0', 'call_1')],
    ['the principal', (text) => text.replace('alice', 'mallory')],
    ['the task', (text) => text.replace('"task":"task"', '"task":"other"')],
    ['the deadline', (text) => text.replace(/"deadline":\d/, '"deadline":9')],
    ['the consent', (text) => text.replace('"approved":false', '"approved":true')],
    ['the seal', (text) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)],
    ['everything', () => 'nonsense'],
    ['nothing but a space', (text) => `${text} `],
  ])('is refused if somebody changed %s', async (_what, change) => {
    const { start, effects } = await workerWith();
    const ticket = ticketOf();
    const sealed = writeTicket(ticket, secret);
    const changed = change(sealed);
    expect(changed).not.toBe(sealed);
    expect(await start(ticket.id, changed)).toMatchObject(refused('changed'));
    expect(effects).toEqual([]);
  });

  it('is refused if it is of another place, another secret, or comes with another job', async () => {
    const { send, start, effects } = await workerWith();
    expect(await send(ticketOf({ place: 'elsewhere' }))).toMatchObject(refused('changed'));
    const ticket = ticketOf();
    const foreign = writeTicket(ticket, 'another secret of enough bytes');
    expect(await start(ticket.id, foreign)).toMatchObject(refused('changed'));
    expect(await start(randomUUID(), writeTicket(ticket, secret))).toMatchObject(refused('changed'));
    expect(effects).toEqual([]);
  });

  it('is refused after its deadline', async () => {
    const { send, effects } = await workerWith();
    expect(await send(ticketOf({ deadline: Date.now() - 1 }))).toMatchObject(refused('late'));
    expect(effects).toEqual([]);
  });

  it('is refused if it is used a second time, also for a call that is idempotent', async () => {
    const { send, effects } = await workerWith();
    const [pay, echo] = [ticketOf(), ticketOf({ tool: 'echo', parameters: { text: 'x' } })];
    expect(await send(pay)).toMatchObject({ value: { paid: 1 } });
    expect(await send(pay)).toMatchObject(refused('used'));
    expect(await send(echo)).toMatchObject({ value: { text: 'x' } });
    expect(await send(echo)).toMatchObject(refused('used'));
    expect(effects).toEqual(['pay 1']);
  });

  it('gives no consent to a call that needs approval and has none', async () => {
    const { send, effects } = await workerWith();
    expect(await send(ticketOf({ parameters: { amount: 11 } }))).toMatchObject({
      error: { code: 'APPROVAL_REQUIRED' },
    });
    expect(await send(ticketOf({ parameters: { amount: 11 }, approved: true }))).toMatchObject({ value: { paid: 11 } });
    expect(effects).toEqual(['pay 11']);
  });

  it('does not give its consent to another call of the worker', async () => {
    const { send, tools, effects } = await workerWith();
    const ticket = ticketOf({ parameters: { amount: 11 }, approved: true });
    expect(await tools.execute('pay', { amount: 11 }, { callId: ticket.id })).toMatchObject({
      error: { code: 'APPROVAL_REQUIRED' },
    });
    await send(ticket);
    expect(effects).toEqual(['pay 11']);
  });

  it('is checked by the schema of the worker again', async () => {
    const { send } = await workerWith();
    expect(await send(ticketOf({ parameters: { amount: 'much' } }))).toMatchObject({
      error: { code: 'VALIDATION_ERROR' },
    });
    expect(await send(ticketOf({ tool: 'unknown' }))).toMatchObject({ error: { code: 'TOOL_CHANGED' } });
  });
});

describe('a second start', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'remote-journal-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('runs an idempotent call again', async () => {
    const { send } = await workerWith({ journal: folder });
    const echo = ticketOf({ tool: 'echo', parameters: { text: 'x' } });
    expect(await send(echo, 2)).toMatchObject({ value: { text: 'x' }, start: 2 });
  });

  it('does not run any other call, and says that the outcome is unknown', async () => {
    for (const options of [{}, { journal: folder }]) {
      const { send, effects } = await workerWith(options);
      expect(await send(ticketOf(), 2)).toMatchObject({ error: { code: 'OUTCOME_UNKNOWN', retryable: false } });
      expect(effects).toEqual([]);
    }
  });

  it('gives the real result if the journal knows it, also in another process', async () => {
    const [dead, living] = [await workerWith({ journal: folder }), await workerWith({ journal: folder })];
    const ticket = ticketOf();
    await dead.send(ticket);
    expect(await living.send(ticket, 2)).toMatchObject({ value: { paid: 1, by: 'alice' }, start: 2 });
    expect(await living.send(ticket)).toMatchObject(refused('used'));
    expect([...dead.effects, ...living.effects]).toEqual(['pay 1']);
  });

  it('is refused for the first start, which comes late: the worker was frozen before it began', async () => {
    const [frozen, living] = [await workerWith({ journal: folder }), await workerWith({ journal: folder })];
    const ticket = ticketOf();
    expect(await living.send(ticket, 2)).toMatchObject({ error: { code: 'OUTCOME_UNKNOWN' } });
    expect(await frozen.send(ticket, 1)).toMatchObject(refused('used'));
    expect([...frozen.effects, ...living.effects]).toEqual([]);
  });

  it('is not made at all if the journal cannot be written', async () => {
    const { send, effects } = await workerWith({ journal: folder });
    await rm(join(folder, 'remote-calls'), { recursive: true });
    await expect(send(ticketOf())).resolves.toMatchObject({ error: { code: 'EXECUTION_ERROR' } });
    expect(effects).toEqual([]);
  });
});

describe('serveCalls', () => {
  it.each([{ secret: 'short' }, { place: 'a:b' }, { place: '' }, { concurrency: 0 }])(
    'cannot be called with %j',
    async (options) => {
      await expect(workerWith(options)).rejects.toThrow(TypeError);
    },
  );
});

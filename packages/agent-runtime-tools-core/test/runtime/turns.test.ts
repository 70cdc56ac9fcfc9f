import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ToolCoordinator, Type, coreErrors, defineTool, fail, ok, type ToolResult } from '../../src/index.ts';
import { Turns } from '../../src/runtime/turns.ts';

const OWNER = { principalId: '', taskId: 'task' };

/** A coordinator whose approver waits for a person; `answer` answers the oldest request. */
function create() {
  const requests: ((yes: boolean) => void)[] = [];
  const tools = new ToolCoordinator()
    .register(
      defineTool({
        name: 'send',
        parameters: Type.Object({}),
        requiresApproval: true,
        execute: async () => ok('sent'),
      }),
    )
    .use({
      name: 'person',
      phase: 'approve',
      async execute(params, _, next): Promise<ToolResult> {
        const yes = await new Promise<boolean>((resolve) => requests.push(resolve));
        return yes ? next(params, { by: 'person' }) : fail(coreErrors.APPROVAL_DENIED({ details: { by: 'person' } }));
      },
    });
  const answer = async (yes: boolean): Promise<void> => {
    await sleep(1);
    requests.shift()?.(yes);
  };
  return { tools, answer };
}

describe('a rejection that comes late', () => {
  it('does not reject the turn that has begun since', async () => {
    const { tools, answer } = create();
    tools.beginTurn({ turnId: 'one' });
    const old = tools.execute('send', {});
    tools.beginTurn({ turnId: 'two' });
    await answer(false);
    expect(await old).toMatchObject({ error: { code: 'APPROVAL_DENIED' } });
    const current = tools.execute('send', {});
    await answer(true);
    expect(await current).toMatchObject({ value: 'sent' });
    expect(await tools.execute('send', {}, { turnId: 'one' })).toMatchObject({ error: { code: 'TURN_REJECTED' } });
  });

  it('does not undo the rejection of the turn that has begun since', async () => {
    const { tools, answer } = create();
    tools.beginTurn({ turnId: 'one' });
    const old = tools.execute('send', {});
    await sleep(1);
    tools.beginTurn({ turnId: 'two' });
    const rejected = tools.execute('send', {});
    await answer(false);
    await old;
    await answer(false);
    await rejected;
    expect(await tools.execute('send', {})).toMatchObject({ error: { code: 'TURN_REJECTED' } });
  });

  it('has no effect once its turn has ended', async () => {
    const { tools, answer } = create();
    tools.beginTurn();
    const old = tools.execute('send', {});
    await sleep(1);
    tools.endTurn();
    await answer(false);
    await old;
    const next = tools.execute('send', {});
    await answer(true);
    expect(await next).toMatchObject({ value: 'sent' });
  });
});

describe('turns', () => {
  it('of one task that overlap are kept apart', async () => {
    const { tools, answer } = create();
    const one = tools.execute('send', {}, { turnId: 'one' });
    await answer(false);
    await one;
    const two = tools.execute('send', {}, { turnId: 'two' });
    await answer(true);
    expect(await two).toMatchObject({ value: 'sent' });
    expect(await tools.execute('send', {}, { turnId: 'one' })).toMatchObject({ error: { code: 'TURN_REJECTED' } });
  });

  it('that a person has rejected stay rejected, however many others there are', () => {
    const turns = new Turns();
    turns.reject(OWNER, 'first');
    for (let n = 0; n < 20_000; n++) turns.reject({ principalId: `p ${n}`, taskId: 'task' }, 'turn');
    for (let n = 0; n < 20_000; n++) turns.of({ principalId: '', taskId: `t ${n}` }, 'turn');
    expect(turns.isRejected(OWNER, 'first')).toBe(true);
    expect(turns.isRejected(OWNER, 'second')).toBe(false);
  });

  it('count as rejected, except a new one, when an owner has had too many rejections', () => {
    const turns = new Turns({ maxPerOwner: 2 });
    for (const turnId of ['one', 'two']) turns.reject(OWNER, turnId);
    expect(turns.isRejected(OWNER, 'new')).toBe(false);
    turns.reject(OWNER, 'three');
    for (const turnId of ['one', 'two', 'three', 'new']) expect(turns.isRejected(OWNER, turnId)).toBe(true);
    turns.begin(OWNER, 'new');
    expect(turns.isRejected(OWNER, 'new')).toBe(false);
    turns.reject(OWNER, 'new');
    expect(turns.isRejected(OWNER, 'new')).toBe(true);
    turns.begin(OWNER, 'next');
    expect(turns.isRejected(OWNER, 'next')).toBe(false);
    expect(turns.isRejected(OWNER, 'one')).toBe(true);
    turns.end(OWNER);
    expect(turns.isRejected(OWNER, 'next')).toBe(true);
    turns.endTask(OWNER);
    expect(turns.isRejected(OWNER, 'one')).toBe(false);
  });

  it('of owners whose rejections were dropped count as rejected until a new one begins', () => {
    const turns = new Turns({ maxOwners: 1 });
    turns.reject(OWNER, 'one');
    turns.reject({ ...OWNER, principalId: 'alice' }, 'one');
    expect(turns.isRejected(OWNER, 'one')).toBe(true);
    expect(turns.isRejected(OWNER, 'two')).toBe(true);
    expect(turns.isRejected({ ...OWNER, principalId: 'bob' }, 'one')).toBe(false);
    turns.begin(OWNER, 'three');
    expect(turns.isRejected(OWNER, 'three')).toBe(false);
    expect(turns.isRejected(OWNER, 'one')).toBe(true);
  });

  it('of a hundred thousand tasks lose no rejection', () => {
    const turns = new Turns();
    const turnId = turns.begin(OWNER);
    turns.reject(OWNER, turnId);
    for (let n = 0; n < 100_000; n++) turns.begin({ principalId: '', taskId: `t ${n}` });
    expect(turns.isRejected(OWNER, turns.current(OWNER) ?? '')).toBe(true);
    turns.begin(OWNER, 'next');
    expect(turns.isRejected(OWNER, 'next')).toBe(false);
    expect(turns.isRejected(OWNER, '')).toBe(false);
  });

  it('are stopped one by one, and a call outside of any turn stops none', () => {
    const turns = new Turns({ maxPerOwner: 1 });
    const stopped = (turnId: string): unknown =>
      turns.stopOf({ taskId: 'task', principal: undefined, turnId })?.message;
    turns.stop(OWNER, '', coreErrors.CANCELLED({ message: 'none' }));
    turns.stop(OWNER, 'one', coreErrors.CANCELLED({ message: 'enough' }));
    expect([stopped(''), stopped('one'), stopped('two')]).toEqual([undefined, 'enough', undefined]);
    turns.stop(OWNER, 'two', coreErrors.CANCELLED({ message: 'enough too' }));
    expect([stopped(''), stopped('one'), stopped('two')]).toEqual([undefined, 'enough', 'enough too']);
    expect(stopped('three')).toBe('The turn was stopped.');
  });

  it('are reset when they begin again, and dropped when they end', () => {
    const turns = new Turns();
    turns.begin(OWNER, 'one');
    turns.reject(OWNER, 'one');
    turns.begin(OWNER, 'one');
    expect(turns.isRejected(OWNER, 'one')).toBe(false);
    turns.reject(OWNER, 'one');
    turns.end(OWNER);
    expect(turns.isRejected(OWNER, 'one')).toBe(false);
  });

  it('that are never ended do not keep all their calls', async () => {
    const tools = new ToolCoordinator({ guards: { repeatedCalls: true } }).register(
      defineTool({ name: 'look', parameters: Type.Object({ n: Type.Integer() }), execute: async () => ok(1) }),
    );
    for (let n = 0; n < 1500; n++) await tools.execute('look', { n });
    expect((await tools.execute('look', { n: 1499 })).ok).toBe(false);
    expect((await tools.execute('look', { n: 0 })).ok).toBe(true);
  });
});

describe('the error of a turn that was stopped', () => {
  const error = coreErrors.CANCELLED({ message: 'stopped by a hook' });
  const stopMany = (turns: Turns, areEnded: boolean): void => {
    for (let at = 0; at < 1100; at++) {
      const owner = { principalId: '', taskId: `other-${at}` };
      turns.stop(owner, turns.begin(owner), coreErrors.CANCELLED());
      if (areEnded) turns.end(owner);
    }
  };

  it.each([
    [true, 'stopped by a hook'],
    [false, 'The turn was stopped.'],
  ])('is not pushed out by those of turns that have ended: %s', (areEnded, message) => {
    const turns = new Turns();
    const turnId = turns.begin(OWNER);
    turns.stop(OWNER, turnId, error);
    stopMany(turns, areEnded);
    expect(turns.stopOf({ taskId: OWNER.taskId, turnId })).toMatchObject({ code: 'CANCELLED', message });
  });
});

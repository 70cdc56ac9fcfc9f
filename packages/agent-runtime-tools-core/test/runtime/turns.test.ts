import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ToolCoordinator, Type, coreErrors, defineTool, fail, ok, type ToolResult } from '../../src/index.ts';
import { Turns } from '../../src/runtime/turns.ts';

/** A coordinator whose approver waits for a person; `answer` is what the person says to the oldest request. */
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
  it('does not end the turn that has begun since', async () => {
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

  it('ends nothing once its turn has ended', async () => {
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
  it('of one task that go on side by side are kept apart', async () => {
    const { tools, answer } = create();
    const one = tools.execute('send', {}, { turnId: 'one' });
    await answer(false);
    await one;
    const two = tools.execute('send', {}, { turnId: 'two' });
    await answer(true);
    expect(await two).toMatchObject({ value: 'sent' });
    expect(await tools.execute('send', {}, { turnId: 'one' })).toMatchObject({ error: { code: 'TURN_REJECTED' } });
  });

  it('are forgotten, the quietest first, when there are thousands', () => {
    const turns = new Turns();
    turns.of('task', 'first').rejected = true;
    for (let n = 0; n < 500; n++) turns.of('task', `turn ${n}`);
    expect(turns.find('task', 'first')?.rejected).toBe(true);
    for (let n = 0; n < 2000; n++) turns.of(`task ${n}`, 'turn');
    expect(turns.find('task', 'first')).toBeUndefined();
  });

  it('that nobody ends do not keep every call they have seen', async () => {
    const tools = new ToolCoordinator({ guards: { repeatedCalls: true } }).register(
      defineTool({ name: 'look', parameters: Type.Object({ n: Type.Integer() }), execute: async () => ok(1) }),
    );
    for (let n = 0; n < 1500; n++) await tools.execute('look', { n });
    expect((await tools.execute('look', { n: 1499 })).ok).toBe(false);
    expect((await tools.execute('look', { n: 0 })).ok).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { ApprovalGate } from '../../src/index.ts';
import { Folder } from '../fixtures/folder.ts';
import { session, until } from '../fixtures/session.ts';

/** A clock that can jump without its timers being heard, as after a machine has slept. */
function jumpingClock() {
  let time = 1_000_000;
  return { now: () => time, schedule: () => () => {}, jump: (ms: number) => void (time += ms) };
}

describe('ApprovalGate', () => {
  it('refuses an answer after its time although no timer fired', async () => {
    using folder = new Folder();
    const clock = jumpingClock();
    const gate = new ApprovalGate({ timeoutMs: 1000, clock });
    const { run, ran } = session(folder, { gate });
    const running = run('bash', { command: 'npm test' });
    await until(() => gate.pending().length === 1);
    clock.jump(1001);
    const answer = await gate.answer(gate.pending()[0]?.id ?? '', { approved: true });
    expect(answer).toMatchObject({ error: { code: 'REQUEST_NOT_PENDING' } });
    expect(await running).toMatchObject({ error: { code: 'APPROVAL_DENIED', details: { by: 'timeout' } } });
    expect(ran).toEqual([]);
  });

  it('refuses what the asking function says too late', async () => {
    using folder = new Folder();
    const clock = jumpingClock();
    const gate = new ApprovalGate({ timeoutMs: 1000, clock });
    const ask = () => {
      clock.jump(2000);
      return { approved: true, scope: 'session' as const };
    };
    const { run, ran } = session(folder, { gate, ask });
    expect(await run('bash', { command: 'npm test' })).toMatchObject({ error: { details: { by: 'timeout' } } });
    expect(ran).toEqual([]);
  });

  it.each([
    ['make -C dir', 'dir/Makefile'],
    ['npm --prefix dir run x', 'dir/package.json'],
    ['node --require ./r.js x.js', 'r.js'],
    ['cat s.sh | sh', 's.sh'],
  ])('a call of %s is stale when %s changes while a person reads', async (command, file) => {
    using folder = new Folder({ [file]: '{"scripts":{"x":"1"}}' });
    const { run, ran } = session(folder, {
      ask: () => {
        folder.write(file, '{"scripts":{"x":"2"}}');
        return { approved: true };
      },
    });
    expect(await run('bash', { command })).toMatchObject({ error: { code: 'APPROVAL_STALE' } });
    expect(ran).toEqual([]);
  });
});

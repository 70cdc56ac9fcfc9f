import { describe, expect, it } from 'vitest';
import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { approval, ApprovalGate, MemoryApprovalStore, type ApprovalRequest } from '../../src/index.ts';
import { Folder } from '../fixtures/folder.ts';
import { recordingTools } from '../fixtures/tools.ts';
import { session, until } from '../fixtures/session.ts';

const anna = { id: 'anna' };
const ben = { id: 'ben' };
const NPM_TEST = { command: 'npm test' };

describe('Consent for a session', () => {
  const setting = (folder: Folder) => {
    const { coordinator, asked } = session(folder, { ask: () => ({ approved: true, scope: 'session' }) });
    /** Whether a call is asked about. */
    const asks = async (options: { principal?: { id: string }; taskId: string }): Promise<boolean> => {
      const before = asked.length;
      expect(await coordinator.execute('bash', NPM_TEST, options)).toMatchObject({ ok: true });
      return asked.length > before;
    };
    return { asks, asked, coordinator };
  };

  it('covers its principal in its task, and neither another principal nor another task', async () => {
    using folder = new Folder();
    const { asks, asked } = setting(folder);
    expect(await asks({ principal: anna, taskId: 't' })).toBe(true);
    expect(await asks({ principal: anna, taskId: 't' })).toBe(false);
    expect(await asks({ principal: ben, taskId: 't' })).toBe(true);
    expect(await asks({ taskId: 't' })).toBe(true);
    expect(await asks({ principal: anna, taskId: 'u' })).toBe(true);
    expect(asked.map(({ principal, taskId }) => [principal?.id, taskId])).toEqual([
      ['anna', 't'],
      ['ben', 't'],
      [undefined, 't'],
      ['anna', 'u'],
    ]);
  });

  it('covers the sub-agents of its task, while theirs does not cover the task', async () => {
    using folder = new Folder();
    const { asks, coordinator, asked } = setting(folder);
    const { defineTool, ok, Type } = await import('@ku0/agent-runtime-tools-core');
    coordinator.register(
      defineTool({
        name: 'delegate',
        parameters: Type.Object({ command: Type.String() }),
        execute: async (params, context) => {
          const result = await coordinator.execute('bash', params, { parent: context, taskId: 'sub' });
          return ok(result.ok);
        },
      }),
    );
    const delegate = async (command: string): Promise<boolean> => {
      const before = asked.length;
      await coordinator.execute('delegate', { command }, { principal: anna, taskId: 't' });
      return asked.length > before;
    };
    expect(await asks({ principal: anna, taskId: 't' })).toBe(true);
    expect(await delegate('npm test')).toBe(false);
    expect(await delegate('git status')).toBe(true);
    const before = asked.length;
    await coordinator.execute('bash', { command: 'git status' }, { principal: anna, taskId: 't' });
    expect(asked).toHaveLength(before + 1);
  });
});

describe('Consent for always', () => {
  it.each([undefined, new MemoryApprovalStore()])('is its principal’s, in every task', async (store) => {
    using folder = new Folder();
    const { coordinator, asked, gatekeeper } = session(folder, {
      ...(store !== undefined && { store }),
      ask: () => ({ approved: true, scope: 'always' }),
    });
    for (const [principal, taskId, times] of [
      [anna, 't', 1],
      [anna, 'u', 1],
      [ben, 't', 2],
    ] as const) {
      await coordinator.execute('bash', NPM_TEST, { principal, taskId });
      expect(asked).toHaveLength(times);
    }
    const [own, ...others] = await gatekeeper.memory.list({ principalId: 'ben' });
    expect(others).toEqual([]);
    expect(own).toMatchObject({ principalId: 'ben', scope: 'always' });
    expect(await gatekeeper.memory.revoke(own?.id ?? '', { principalId: 'anna' })).toBe(false);
    expect(await gatekeeper.memory.revoke(own?.id ?? '', { principalId: 'ben' })).toBe(true);
    expect(await gatekeeper.memory.list()).toMatchObject([{ principalId: 'anna' }]);
  });
});

describe('A request that was left behind', () => {
  it.each([
    ['another principal', { principal: ben, taskId: 't' }],
    ['another task', { principal: anna, taskId: 'u' }],
    ['nobody in particular', { taskId: 't' }],
  ])('and answered is not used up by the same call of %s', async (_, other) => {
    using folder = new Folder();
    const store = new MemoryApprovalStore();
    const first = session(folder, { store, ask: () => undefined });
    const waiting = first.coordinator.execute('bash', NPM_TEST, { principal: anna, taskId: 't' });
    await until(() => first.asked.length === 1);
    await first.coordinator.shutdownAll();
    expect(await waiting).toMatchObject({ ok: false });

    const next = session(folder, { store, ask: () => ({ approved: false }) });
    const [left] = await next.gatekeeper.gate.restore();
    expect(left).toMatchObject({ principal: { id: 'anna' }, taskId: 't' });
    expect(await next.gatekeeper.gate.answer(left?.id ?? '', { approved: true })).toMatchObject({ ok: true });
    expect(await next.coordinator.execute('bash', NPM_TEST, other)).toMatchObject({ ok: false });
    expect(await next.coordinator.execute('bash', NPM_TEST, { principal: anna, taskId: 't' })).toMatchObject({
      ok: true,
    });
    expect(next.ran).toHaveLength(1);
    expect(next.asked).toHaveLength(1);
  });
});

describe('A gate', () => {
  it('shows and takes answers of one principal where that is asked for', async () => {
    using folder = new Folder();
    const gate = new ApprovalGate();
    const { coordinator, ran } = session(folder, { gate });
    const calls = [anna, ben].map((principal) => coordinator.execute('bash', NPM_TEST, { principal }));
    await until(() => gate.pending().length === 2);
    const [own, ...others] = gate.pending({ principalId: 'anna' });
    expect([own?.principal, others]).toEqual([anna, []]);
    const id = own?.id ?? '';
    expect(await gate.answer(id, { approved: true }, { principalId: 'ben' })).toMatchObject({
      error: { code: 'REQUEST_NOT_PENDING' },
    });
    expect(ran).toEqual([]);
    expect(await gate.answer(id, { approved: true }, { principalId: 'anna' })).toMatchObject({ ok: true });
    await gate.answer(gate.pending()[0]?.id ?? '', { approved: false });
    expect((await Promise.all(calls)).map(({ ok }) => ok)).toEqual([true, false]);
  });

  it('asks two principals apart, and one about all at once', async () => {
    using folder = new Folder();
    const batches: (readonly ApprovalRequest[])[] = [];
    const gatekeeper = approval({
      askAll: (requests) => {
        batches.push(requests);
        return new Map(requests.map(({ id }) => [id, { approved: true }]));
      },
    });
    const coordinator = new ToolCoordinator({ services: { workspace: folder.workspace } }).use(gatekeeper);
    coordinator.register(recordingTools().note);
    const calls = [anna, ben, anna, ben].map((principal, index) =>
      coordinator.execute('send_note', { p: String(index) }, { principal, taskId: `t${index}` }),
    );
    expect((await Promise.all(calls)).every(({ ok }) => ok)).toBe(true);
    // Which of the two is asked first does not matter.
    const askedAbout = batches.map((batch) => batch.map(({ principal }) => principal?.id).join(' and '));
    expect(new Set(askedAbout)).toEqual(new Set(['anna and anna', 'ben and ben']));
    expect(askedAbout).toHaveLength(2);
  });

  it('keeps of a principal what tells who it is, and nothing else', async () => {
    using folder = new Folder();
    const { coordinator, asked } = session(folder, { ask: () => true });
    const principal = { id: 'anna', roles: ['dev'], token: 'secret' };
    await coordinator.execute('bash', NPM_TEST, { principal, callId: 'call-7' });
    expect(asked[0]).toMatchObject({ callId: 'call-7', stepId: 'call-7' });
    expect(asked[0]?.principal).toEqual({ id: 'anna', roles: ['dev'] });
  });
});

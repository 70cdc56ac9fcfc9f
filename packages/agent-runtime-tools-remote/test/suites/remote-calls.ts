import { randomUUID } from 'node:crypto';
import {
  ToolCoordinator,
  Type,
  defineTool,
  ok,
  type ToolMiddleware,
  type ToolResult,
} from '@ku0/agent-runtime-tools-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  remotePack,
  serveCalls,
  type CallDriver,
  type RemotePackOptions,
  type ServeCallsOptions,
} from '../../src/index.ts';
import { sampleTools } from './sample-tools.ts';
import { PATIENTLY } from './patiently.ts';

const secret = 'a secret that only tests know';

/** Everything that `serveCalls` and `remotePack` do, over a driver. */
export function remoteCallsSuite(name: string, create: () => CallDriver): void {
  describe(`calls over ${name}`, () => {
    let place: string;
    let driver: CallDriver;
    let problems: string[];
    const open: (() => Promise<unknown>)[] = [];

    beforeEach(() => {
      place = `place-${randomUUID()}`;
      driver = create();
      problems = [];
    });
    afterEach(async () => {
      for (const close of open.splice(0).toReversed()) await close();
    });

    const onProblem = (message: string): void => void problems.push(message);

    async function worker(options: Partial<ServeCallsOptions> = {}, sample = sampleTools()) {
      const server = await serveCalls(sample.tools, { driver, place, secret, onProblem, ...options });
      open.push(
        () => sample.tools.shutdownAll(),
        () => server.close({ timeoutMs: 0 }),
      );
      return { ...sample, server };
    }

    async function caller(options: Partial<RemotePackOptions> = {}, middlewares: ToolMiddleware[] = []) {
      const remote = await remotePack({ driver, place, secret, waitForWorkerMs: 300, onProblem, ...options });
      const agent = new ToolCoordinator().use(middlewares).registerPack(remote);
      open.push(() => agent.shutdownAll());
      return { agent, remote };
    }

    const granting: ToolMiddleware = {
      name: 'granting',
      phase: 'approve',
      execute: (params, { approval }, next) => next(params, approval.required ? { by: 'person' } : undefined),
    };

    it('have the definitions, results and errors of the worker', async () => {
      const { tools } = await worker();
      const { agent, remote } = await caller();
      expect(remote.workers).toBe(1);
      const definitions = (all: ToolCoordinator) => all.getToolDefinitions({ format: 'openai' });
      expect(definitions(agent)).toEqual(definitions(tools));
      expect(agent.get('echo')).toMatchObject({
        capabilities: { idempotent: true },
        tags: ['remote'],
        annotations: { place },
      });
      const result = await agent.execute('echo', { text: 'ab', times: '2' }, { callId: 'call_0', taskId: 't' });
      expect(result).toMatchObject({
        ok: true,
        value: { text: 'abab' },
        metadata: { callId: 'call_0', toolName: 'echo' },
      });
      expect(agent.toModelOutput(result)).toEqual([{ type: 'text', text: 'It said: abab' }]);
      expect(await agent.execute('repeat', { text: 'x' })).toMatchObject({ ok: true, value: { text: 'x' } });
      expect(await agent.execute('fail_it', {})).toMatchObject({
        ok: false,
        error: {
          code: 'BROKEN',
          message: 'It is broken.',
          suggestion: 'Mend it.',
          details: { part: 7 },
          retryable: false,
        },
      });
      expect(await agent.execute('echo', { text: 1, more: true })).toMatchObject({
        error: { code: 'VALIDATION_ERROR' },
      });
    });

    it('carry the principal, the task, the mode and the trace', async () => {
      await worker();
      const { agent } = await caller();
      const trace = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, tracestate: 'x=1' };
      const options = { principal: { id: 'alice', roles: ['payer'] }, taskId: 'task-9', trace };
      expect(await agent.execute('pay', { amount: 5 }, options)).toMatchObject({
        value: { paid: 5, by: 'alice', roles: ['payer'], taskId: 'task-9', mode: 'act', trace },
      });
    });

    it('are approved at the caller, once for exactly these parameters', async () => {
      const { effects } = await worker();
      const { agent: strict } = await caller();
      expect(await strict.execute('delete_all', {})).toMatchObject({ error: { code: 'APPROVAL_REQUIRED' } });
      expect(await strict.execute('pay', { amount: 11 })).toMatchObject({ error: { code: 'APPROVAL_REQUIRED' } });
      expect(effects).toEqual([]);
      expect(await strict.execute('pay', { amount: 10 })).toMatchObject({ ok: true });
      const { agent } = await caller({}, [granting]);
      expect(await agent.execute('delete_all', {})).toMatchObject({
        ok: true,
        metadata: { approval: { by: 'person' } },
      });
      expect(await agent.execute('pay', { amount: 11 })).toMatchObject({ ok: true });
      expect(effects).toEqual(['pay 10', 'delete_all', 'pay 11']);
    });

    it('have no consent if the worker finds that approval is needed and the caller did not', async () => {
      const sample = sampleTools();
      const { effects } = await worker({}, sample);
      const { agent } = await caller({}, [granting]);
      sample.tools.use({
        name: 'strict-hook',
        phase: 'hook',
        execute: (params, { approval }, next) => {
          approval.require('This worker wants approval of everything.');
          return next(params);
        },
      });
      expect(await agent.execute('pay', { amount: 3 })).toMatchObject({ error: { code: 'APPROVAL_REQUIRED' } });
      expect(await agent.execute('pay', { amount: 12 })).toMatchObject({ ok: true });
      expect(effects).toEqual(['pay 12']);
    });

    it('have no consent for parameters that a hook of the worker has changed', async () => {
      const sample = sampleTools();
      const { effects } = await worker({}, sample);
      const { agent } = await caller({}, [granting]);
      sample.tools.use({
        name: 'doubling',
        phase: 'hook',
        execute: (_params, _context, next) => next({ amount: 100 }),
      });
      expect(await agent.execute('pay', { amount: 50 })).toMatchObject({ error: { code: 'APPROVAL_REQUIRED' } });
      expect(effects).toEqual([]);
    });

    it('have dry runs', async () => {
      const { effects } = await worker();
      const { agent } = await caller();
      expect(await agent.dryRun('pay', { amount: 50 })).toMatchObject({ value: { summary: 'Would pay 50.' } });
      expect(await agent.dryRun('echo', { text: 'xy' })).toMatchObject({ value: { summary: 'Would say it.' } });
      expect(effects).toEqual([]);
    });

    it('pass on ten thousand pieces of output and the progress in order, before the result', async () => {
      await worker();
      const { agent } = await caller();
      const heard: string[] = [];
      let progress = 0;
      agent.activity.subscribe('tool_output_chunk', ({ data }) => void heard.push(data.chunk));
      agent.activity.subscribe('tool_progress', ({ data }) => {
        expect(data).toMatchObject({ done: heard.length, total: 10_000, message: 'going on' });
        progress++;
      });
      const result = await agent.execute('stream', { count: 10_000 });
      expect(result).toMatchObject({ ok: true, value: { count: 10_000 } });
      expect(result.metadata.warnings).toBeUndefined();
      expect(heard).toEqual(Array.from({ length: 10_000 }, (_, at) => `${at}\n`));
      expect(progress).toBe(10);
    });

    it('are cancelled at the worker, for the reason that the caller gave', async () => {
      const { effects, stops } = await worker();
      const { agent } = await caller();
      const running = agent.execute('wait', { ms: 60_000 }, { callId: 'w', taskId: 't' });
      await expect.poll(() => effects, PATIENTLY).toEqual(['wait']);
      expect(agent.cancelCall('w', { taskId: 't', reason: 'the person changed their mind' })).toBe(1);
      expect(await running).toMatchObject({ error: { code: 'CANCELLED' } });
      await expect.poll(() => stops, PATIENTLY).toHaveLength(1);
      expect(stops[0]).toContain('the person changed their mind');
    });

    it('end at their deadline, at the caller and at the worker', async () => {
      const { effects, stops } = await worker();
      const { agent } = await caller();
      expect(await agent.execute('wait', { ms: 60_000 }, { timeoutMs: 300 })).toMatchObject({
        error: { code: 'TIMEOUT' },
      });
      expect(effects).toEqual(['wait']);
      await expect.poll(() => stops, PATIENTLY).toHaveLength(1);
    });

    it('say that a place has no worker, and are not made later', async () => {
      const { agent } = await caller({ waitForWorkerMs: 100 });
      expect(agent.getNames()).toEqual([]);
      const first = await worker();
      await expect.poll(() => agent.has('pay'), PATIENTLY).toBe(true);
      await first.server.close();
      await expect
        .poll(() => agent.execute('pay', { amount: 1 }), PATIENTLY)
        .toMatchObject({
          error: { code: 'PLACE_WITHOUT_WORKER', retryable: true, details: { place } },
        });
      const second = await worker();
      expect(await agent.execute('pay', { amount: 2 })).toMatchObject({ ok: true });
      expect([...first.effects, ...second.effects]).toEqual(['pay 2']);
    });

    it('are finished by a worker that takes no more of them, however long that lasts', async () => {
      const { server, effects } = await worker();
      const { agent } = await caller({ waitForWorkerMs: 100 });
      const running = agent.execute('wait', { ms: 1500 });
      await expect.poll(() => effects, PATIENTLY).toEqual(['wait']);
      await server.close({ timeoutMs: 20_000 });
      expect(await running).toMatchObject({ ok: true });
    });

    it('wait for a worker that comes in time', async () => {
      const first = await worker();
      const { agent } = await caller({ waitForWorkerMs: 20_000 });
      await first.server.close();
      const waiting = agent.execute('pay', { amount: 7 });
      const second = await worker();
      expect(await waiting).toMatchObject({ ok: true });
      expect([...first.effects, ...second.effects]).toEqual(['pay 7']);
    });

    it('follow the tools of the worker', async () => {
      const { tools } = await worker();
      const { agent } = await caller();
      const changes: unknown[] = [];
      agent.activity.subscribe('tools_changed', ({ data }) => void changes.push(data));
      tools.register(defineTool({ name: 'added', parameters: Type.Object({}), execute: async () => ok('new') }));
      await expect.poll(() => agent.has('added'), PATIENTLY).toBe(true);
      expect(await agent.execute('added', {})).toMatchObject({ value: 'new' });
      tools.unregister('added');
      await expect.poll(() => agent.has('added'), PATIENTLY).toBe(false);
      expect(changes).toEqual([
        { added: ['added'], removed: [], changed: [] },
        { added: [], removed: ['added'], changed: [] },
      ]);
    });

    it('are refused by a worker that has another version of the tool', async () => {
      const sample = sampleTools();
      const { effects } = await worker({}, sample);
      const { agent } = await caller();
      const old = agent.get('pay');
      if (old === undefined) throw new Error('There is no tool to call.');
      sample.tools.unregister('pay');
      sample.tools.register(
        defineTool({
          name: 'pay',
          version: '2.0.0',
          parameters: Type.Object({ amount: Type.Number() }),
          execute: async () => ok('new'),
        }),
      );
      await expect.poll(() => agent.get('pay')?.version, PATIENTLY).toBe('2.0.0');
      const late = new ToolCoordinator().register({ ...old, requiresApproval: false });
      expect(await late.execute('pay', { amount: 1 })).toMatchObject({
        error: { code: 'TOOL_CHANGED', retryable: true },
      });
      expect(effects).toEqual([]);
    });

    it('have other names where a caller wants them', async () => {
      await worker();
      const { agent } = await caller({ rename: (tool) => `there_${tool}` });
      expect(await agent.execute('there_echo', { text: 'x' })).toMatchObject({
        ok: true,
        metadata: { toolName: 'there_echo' },
      });
      expect(await agent.execute('there_repeat', { text: 'x' })).toMatchObject({ ok: true });
    });

    it('are not made, and tools not taken, where the secrets differ', async () => {
      const { effects } = await worker();
      const { agent } = await caller({ secret: 'some other secret of sixteen bytes', waitForWorkerMs: 100 });
      expect(agent.getNames()).toEqual([]);
      expect(problems[0]).toContain('another secret');
      expect(effects).toEqual([]);
    });

    it('say so if the result is too large', async () => {
      await worker({ maxResultChars: 1000 });
      const { agent } = await caller();
      const result = await agent.execute('echo', { text: 'x', times: 2000 });
      expect(result).toMatchObject({ error: { code: 'RESULT_TOO_LARGE' } });
    });

    it('run side by side for many principals, and each gets its own result', async () => {
      await worker({ concurrency: 8 });
      const [one, two] = [await caller(), await caller()];
      const results = await Promise.all(
        Array.from({ length: 200 }, (_, at) =>
          (at % 2 === 0 ? one : two).agent.execute(
            'pay',
            { amount: at % 10 },
            { principal: { id: `p${at}` }, taskId: `t${at}` },
          ),
        ),
      );
      const seen = results.map((result: ToolResult) => (result.ok ? result.value : result.error));
      expect(seen).toEqual(
        Array.from({ length: 200 }, (_, at) =>
          expect.objectContaining({ paid: at % 10, by: `p${at}`, taskId: `t${at}` }),
        ),
      );
    });

    it('leave nothing behind at the caller after shutdown', async () => {
      const { effects, stops } = await worker();
      const { agent, remote } = await caller();
      const running = agent.execute('wait', { ms: 60_000 });
      await expect.poll(() => effects, PATIENTLY).toEqual(['wait']);
      await agent.shutdownAll();
      expect(await running).toMatchObject({ error: { code: 'SHUT_DOWN' } });
      await expect.poll(() => stops, PATIENTLY).toHaveLength(1);
      await remote.close();
    });
  });
}

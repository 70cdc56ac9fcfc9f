import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  ToolCoordinator,
  Type,
  coreErrors,
  defineTool,
  fail,
  ok,
  type GuardOptions,
  type ToolContext,
  type ToolMiddleware,
  type ToolNext,
  type ToolResult,
} from '../../src/index.ts';

interface Question {
  readonly path: string;
  answer(yes: boolean): void;
}

/**
 * Tools that write, read and count into a trace, and a person who is asked about every call that needs approval.
 * `judgingMs` is how long the approver thinks about a path before it asks.
 */
function createWithPerson({
  judgesAhead = true,
  judgingMs = {},
  guards = {},
}: { judgesAhead?: boolean; judgingMs?: Record<string, number>; guards?: GuardOptions } = {}) {
  const trace: string[] = [];
  const questions: Question[] = [];
  const make = (name: string, more: { requiresApproval?: boolean; writes?: boolean } = {}) =>
    defineTool({
      name,
      parameters: Type.Object({ path: Type.String() }),
      capabilities: more.writes ? { writesFiles: true } : { readsFiles: true },
      ...(more.requiresApproval !== undefined && { requiresApproval: more.requiresApproval }),
      resources: ({ path }) => [{ key: `file:${path}`, access: more.writes ? 'write' : 'read' }],
      async execute({ path }) {
        trace.push(`> ${name} ${path}`);
        await sleep(5);
        trace.push(`< ${name} ${path}`);
        return ok(path);
      },
    });
  const person: ToolMiddleware = {
    name: 'person',
    phase: 'approve',
    judgesAhead,
    async execute(params, context, next) {
      const { path } = params as { path: string };
      if (!context.approval.required) return next(params);
      await sleep(judgingMs[path] ?? 0);
      if (path.endsWith('known')) return next(params, { by: 'session' });
      await context.batch?.allJudged();
      trace.push(`? ${path}`);
      const { promise, resolve } = Promise.withResolvers<boolean>();
      questions.push({ path, answer: resolve });
      context.signal.addEventListener('abort', () => resolve(false));
      if (!(await promise)) return fail(coreErrors.APPROVAL_DENIED({ details: { by: 'person' } }));
      return next(params, { by: 'person' });
    },
  };
  const tools = new ToolCoordinator({ guards, limits: { graceMs: 20 } })
    .use(person)
    .register(make('write', { writes: true, requiresApproval: true }))
    .register(make('note', { writes: true }))
    .register(make('read'));
  const call = (name: string, path: string) => ({ name, params: { path } });
  const until = async (count: number): Promise<void> => {
    while (questions.length < count) await sleep(1);
  };
  return { trace, questions, tools, call, until };
}

describe('the questions of a batch', () => {
  it('are all asked before the first call runs, even if the calls conflict', async () => {
    const { trace, questions, tools, call, until } = createWithPerson({ judgingMs: { a: 0, 'a/b': 20 } });
    const done = tools.executeAll([call('write', 'a'), call('write', 'a/b'), call('write', 'c')]);
    await until(3);
    expect(trace).toEqual(expect.arrayContaining(['? a', '? a/b', '? c']));
    expect(trace.some((line) => line.startsWith('>'))).toBe(false);
    for (const question of questions.toReversed()) question.answer(true);
    expect((await done).every((result) => result.ok)).toBe(true);
    const runs = trace.filter((line) => !line.includes('c') && !line.startsWith('?'));
    expect(runs).toEqual(['> write a', '< write a', '> write a/b', '< write a/b']);
  });

  it('do not hold up calls that do not conflict', async () => {
    const { trace, questions, tools, call, until } = createWithPerson();
    const done = tools.executeAll([call('read', 'x'), call('write', 'a'), call('note', 'y'), call('read', 'a')]);
    await until(1);
    while (trace.filter((line) => line.startsWith('<')).length < 2) await sleep(1);
    expect(trace).not.toContain('> read a');
    questions[0]?.answer(true);
    expect((await done).every((result) => result.ok)).toBe(true);
    expect(trace.indexOf('> read a')).toBeGreaterThan(trace.indexOf('< write a'));
  });

  it('are asked one after the other when a middleware judges calls only in their turn', async () => {
    const { trace, questions, tools, call, until } = createWithPerson({ judgesAhead: false });
    const done = tools.executeAll([call('write', 'a'), call('write', 'a')]);
    await until(1);
    await sleep(10);
    expect(trace).toEqual(['? a']);
    questions[0]?.answer(true);
    await until(2);
    expect(trace).toEqual(['? a', '> write a', '< write a', '? a']);
    questions[1]?.answer(true);
    await done;
  });

  it('do not wait for a call that waits for an earlier one', async () => {
    const { questions, tools, call, until } = createWithPerson();
    tools.use({
      name: 'slow',
      phase: 'hook',
      appliesTo: ({ name }) => name === 'note',
      execute: (p, _, next) => next(p),
    });
    const done = tools.executeAll([call('write', 'a'), call('note', 'a')]);
    await until(1);
    questions[0]?.answer(true);
    expect((await done).every((result) => result.ok)).toBe(true);
  });

  it('are answered one by one, and a rejection ends calls that no person has approved', async () => {
    const { questions, tools, call, until } = createWithPerson();
    const done = tools.executeAll([call('write', 'a'), call('write', 'a/b'), call('write', 'a/known')]);
    await until(2);
    for (const { path, answer } of questions) answer(path === 'a/b');
    expect((await done).map((result) => (result.ok ? result.value : result.error.code))).toEqual([
      'APPROVAL_DENIED',
      'a/b',
      'TURN_REJECTED',
    ]);
  });

  it('do not end other calls after a rejection when the guard is off', async () => {
    const { questions, tools, call, until } = createWithPerson({ guards: { rejectedTurn: false } });
    const done = tools.executeAll([call('write', 'a'), call('write', 'a/known')]);
    await until(1);
    questions[0]?.answer(false);
    expect((await done).map((result) => result.ok)).toEqual([false, true]);
  });

  it('are withdrawn when their calls are cancelled, and none of the calls runs', async () => {
    const { trace, tools, call, until } = createWithPerson();
    const done = tools.executeAll([call('write', 'a'), call('write', 'a')], { taskId: 'task' });
    await until(2);
    expect(tools.cancelTask('task')).toBe(2);
    expect((await done).map((result) => result.ok)).toEqual([false, false]);
    expect(trace.some((line) => line.startsWith('>'))).toBe(false);
  });
});

describe('a call judged before its turn', () => {
  it('can be checked again in its turn', async () => {
    let content = 'old';
    const digests: string[] = [];
    const tools = new ToolCoordinator()
      .use({
        name: 'digests',
        phase: 'approve',
        judgesAhead: true,
        async execute(params, { batch, tool }, next) {
          const judged = content;
          await batch?.turn();
          digests.push(`${tool.name} ${judged} ${content}`);
          return judged === content ? next(params, { by: 'person' }) : fail('STALE', 'changed since');
        },
      })
      .register(
        defineTool({
          name: 'change',
          parameters: Type.Object({}),
          capabilities: { writesFiles: true },
          execute: async () => {
            await sleep(5);
            content = 'new';
            return ok(content);
          },
        }),
      )
      .register(
        defineTool({
          name: 'run',
          parameters: Type.Object({}),
          capabilities: { executesCommands: true },
          requiresApproval: true,
          execute: async () => ok(content),
        }),
      );
    const [changed, ran] = await tools.executeAll([
      { name: 'change', params: {} },
      { name: 'run', params: {} },
    ]);
    expect(changed?.ok).toBe(true);
    expect(ran).toMatchObject({ error: { code: 'STALE' } });
    expect(digests).toEqual(['change old old', 'run old new']);
  });

  /**
   * Two calls that conflict: `change` sets the world to 'new', then `run`. The hook judges `run` by the world as it is ahead
   * and in its turn; `otherwise` says what becomes of it if that has changed.
   */
  function hooked(otherwise: (next: ToolNext, params: unknown, context: ToolContext) => Promise<ToolResult>) {
    const trace: string[] = [];
    let world = 'old';
    const make = (name: string, work: () => void) =>
      defineTool({
        name,
        parameters: Type.Object({ to: Type.Optional(Type.String()) }),
        capabilities: { writesFiles: true },
        requiresApproval: true,
        execute: async ({ to = '' }) => {
          await sleep(2);
          work();
          trace.push(`${name}${to}`);
          return ok(world);
        },
      });
    const tools = new ToolCoordinator()
      .use({
        name: 'looks',
        phase: 'hook',
        judgesAhead: true,
        appliesTo: ({ name }) => name === 'run',
        async execute(params, context, next) {
          const judged = world;
          trace.push(context.batch?.isAhead ? 'ahead' : 'in turn');
          context.batch?.judgeInTurn(async () => {
            trace.push(`look ${judged} ${world}`);
            return judged === world ? undefined : () => otherwise(next, params, context);
          });
          return next(params, { by: 'hook' });
        },
      })
      .use({
        name: 'asks',
        phase: 'approve',
        judgesAhead: true,
        async execute(params, { approval, batch, tool }, next) {
          trace.push(`? ${tool.name} ${approval.advice?.by ?? 'none'}${JSON.stringify(params)}`);
          await batch?.allJudged();
          const stands = await batch?.turn();
          if (tool.name === 'run') trace.push(`stands ${String(stands)}`);
          return next(params, { by: 'person' });
        },
      })
      .register(make('change', () => (world = 'new')))
      .register(make('keep', () => {}))
      .register(make('run', () => {}));
    return { trace, tools, batch: (first: string) => tools.executeAll([{ name: first, params: {} }, RUN]) };
  }
  const RUN = { name: 'run', params: {} };

  it('runs as judged when a hook judges it the same way in its turn', async () => {
    const { trace, batch } = hooked(() => Promise.resolve(fail('NO', 'changed')));
    expect((await batch('keep')).map((result) => result.ok)).toEqual([true, true]);
    expect(trace).toEqual(['? keep none{}', 'ahead', '? run hook{}', 'keep', 'look old old', 'stands true', 'run']);
  });

  it('does not run when a hook denies it in its turn, even if a person approved it', async () => {
    const { trace, batch } = hooked(() => Promise.resolve(fail('NO', 'changed')));
    expect((await batch('change'))[1]).toMatchObject({ ok: false, error: { code: 'NO' } });
    expect(trace).toEqual(['? change none{}', 'ahead', '? run hook{}', 'change', 'look old new', 'stands false']);
  });

  it('is judged again by all middlewares further in when a hook changes its parameters in its turn', async () => {
    const { trace, batch } = hooked((next) => next({ to: ' safe' }));
    expect((await batch('change'))[1]).toMatchObject({ ok: true });
    expect(trace.slice(4)).toEqual([
      'look old new',
      'stands false',
      '? run none{"to":" safe"}',
      'stands true',
      'run safe',
    ]);
  });

  it('has no advice when a hook gave it ahead but not in its turn', async () => {
    const { trace, batch } = hooked((next, params) => next(params));
    await batch('change');
    expect(trace.filter((line) => line.startsWith('? run'))).toEqual(['? run hook{}', '? run none{}']);
  });

  it('fails when a hook fails to judge it in its turn', async () => {
    for (const failing of [
      () => Promise.reject(new Error('lost')),
      (): never => {
        throw new Error('lost');
      },
    ]) {
      const { trace, batch } = hooked(failing);
      expect((await batch('change'))[1]).toMatchObject({ ok: false, error: { code: 'MIDDLEWARE_FAILED' } });
      expect(trace).not.toContain('run');
    }
  });

  it('does not run, and is not judged again, when an earlier call of the batch has stopped the turn', async () => {
    const { trace, tools, batch } = hooked(() => Promise.resolve(fail('NO', 'changed')));
    tools.use({
      name: 'stops',
      phase: 'observe',
      appliesTo: ({ name }) => name === 'change',
      async execute(params, { stopTurn }, next) {
        const result = await next(params);
        stopTurn(coreErrors.CANCELLED({ message: 'enough' }));
        return result;
      },
    });
    expect((await batch('change'))[1]).toMatchObject({ ok: false, error: { code: 'CANCELLED', message: 'enough' } });
    expect(trace).toEqual(['? change none{}', 'ahead', '? run hook{}', 'change', 'stands false']);
  });

  it('is not judged twice by a hook that first saw it in its turn', async () => {
    const { trace, tools } = hooked(() => Promise.resolve(fail('NO', 'changed')));
    expect((await tools.executeAll([RUN])).map((result) => result.ok)).toEqual([true]);
    expect(trace).toEqual(['in turn', '? run hook{}', 'stands true', 'run']);
  });

  /** Two calls of a tool that needs approval once it has run, and an approver that waits for the turn itself or not. */
  async function puts(consent: (required: boolean) => string | undefined, waits: boolean) {
    let exists = false;
    const asked: boolean[] = [];
    const tools = new ToolCoordinator()
      .use({
        name: 'asks',
        phase: 'approve',
        judgesAhead: true,
        async execute(params, { approval, batch }, next) {
          const { required } = approval;
          asked.push(required);
          if (waits) await batch?.turn();
          const by = consent(required);
          return next(params, by === undefined ? undefined : { by });
        },
      })
      .register(
        defineTool({
          name: 'put',
          parameters: Type.Object({}),
          capabilities: { writesFiles: true },
          requiresApproval: () => exists,
          execute: async () => {
            await sleep(5);
            exists = true;
            return ok(1);
          },
        }),
      );
    const put = { name: 'put', params: {} };
    const results = await tools.executeAll([put, put]);
    return { asked, codes: results.map((result) => (result.ok ? 'ok' : result.error.code)) };
  }

  it.each([true, false])(
    'is judged again when it needs approval only in its turn (approver waits for the turn: %s)',
    async (waits) => {
      const person = await puts((required) => (required ? 'person' : undefined), waits);
      expect(person).toEqual({ asked: [false, false, true], codes: ['ok', 'ok'] });
      const policy = await puts((required) => (required ? undefined : 'policy'), waits);
      expect(policy).toEqual({ asked: [false, false, true], codes: ['ok', 'APPROVAL_REQUIRED'] });
    },
  );

  it('is not asked about again when a person has consented in its turn', async () => {
    expect(await puts(() => 'person', true)).toEqual({ asked: [false, false], codes: ['ok', 'ok'] });
    expect(await puts(() => 'person', false)).toEqual({ asked: [false, false, true], codes: ['ok', 'ok'] });
  });

  it('is not a repeated call when an earlier call of the batch has changed something', async () => {
    const { tools, call } = createWithPerson({ guards: { repeatedCalls: true } });
    const results = await tools.executeAll([call('read', 'a'), call('note', 'a'), call('read', 'a')]);
    expect(results.map((result) => result.ok)).toEqual([true, true, true]);
    const again = await tools.executeAll([call('read', 'b'), call('read', 'b')]);
    expect(again.map((result) => result.ok)).toEqual([true, false]);
  });

  it('has the batch in its context, and a single call has none', async () => {
    const seen: unknown[] = [];
    const tools = new ToolCoordinator()
      .use({
        name: 'looks',
        execute: (params, { batch }, next) => {
          seen.push(batch && [batch.id, batch.size]);
          return next(params);
        },
      })
      .register(defineTool({ name: 'x', parameters: Type.Object({}), execute: async () => ok(1) }));
    await tools.executeAll([
      { name: 'x', params: {} },
      { name: 'x', params: {} },
    ]);
    await tools.execute('x', {});
    expect(seen[0]).toEqual([expect.any(String), 2]);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toBeUndefined();
  });
});

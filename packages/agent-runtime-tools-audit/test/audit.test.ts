import {
  ToolCoordinator,
  Type,
  defineTool,
  fail,
  coreErrors,
  ok,
  type ToolMiddleware,
} from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { audit, createDigest, FileAuditSink } from '../src/index.ts';
import { MemorySink } from './fixtures/memory-sink.ts';
import { TrailFolder } from './fixtures/trail-folder.ts';

const note = defineTool({
  name: 'note',
  version: '1.2.3',
  parameters: Type.Object({ text: Type.String() }),
  execute: async ({ text }) => ok({ text }),
});

/** A name that the compiler does not know, so that it accepts any arguments. */
const NOTE: string = note.name;

const secret = defineTool({
  name: 'secret',
  parameters: Type.Object({ text: Type.String() }),
  requiresApproval: true,
  execute: async () => ok('done'),
});

/** An approver that answers later, as a person would. */
function approver(answer: 'yes' | 'no'): ToolMiddleware {
  return {
    name: 'approver',
    phase: 'approve',
    async execute(params, _, next) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (answer === 'yes') return next(params, { by: 'person', policy: 'writes', rule: 'ask', reason: 'fine' });
      return fail(coreErrors.APPROVAL_DENIED({ message: 'no', details: { by: 'person', rule: 'never' } }));
    },
  };
}

describe('audit', () => {
  it('records who asked for what, who decided, what ran and how it ended', async () => {
    const sink = new MemorySink();
    const tools = new ToolCoordinator().use(audit({ sink })).register(note);
    const options = { taskId: 'task-1', callId: 'call_0', principal: { id: 'alice' } };
    await tools.execute('note', { text: 'x' }, options);
    const digest = createDigest();
    expect(sink.entries).toMatchObject([
      {
        kind: 'run',
        callId: 'call_0',
        task: 'task-1',
        principal: 'alice',
        tool: 'note',
        version: '1.2.3',
        mode: 'act',
        by: 'not-required',
        args: digest({ text: 'x' }),
      },
      { kind: 'end', ok: true, attempts: 1, result: digest({ text: 'x' }) },
    ]);
    const [run, end] = sink.entries;
    expect(run).toHaveProperty('call', end !== undefined && 'call' in end && end.call);
    await tools.shutdownAll();
    expect(sink.isClosed).toBe(true);
  });

  it('names the person, the policy and the rule that allowed a call, and records that it was asked for first', async () => {
    const sink = new MemorySink();
    const tools = new ToolCoordinator().use(audit({ sink })).use(approver('yes')).register(secret);
    await tools.execute('secret', { text: 'x' });
    expect(sink.entries).toMatchObject([
      { kind: 'asked', tool: 'secret', args: createDigest()({ text: 'x' }) },
      { kind: 'run', by: 'person', policy: 'writes', rule: 'ask', reason: 'fine' },
      { kind: 'end', ok: true, approvalMs: expect.any(Number) },
    ]);
  });

  it('records a denial with its rule, and that the handler never ran', async () => {
    const sink = new MemorySink();
    const tools = new ToolCoordinator().use(audit({ sink })).use(approver('no')).register(secret);
    await tools.execute('secret', { text: 'x' });
    expect(sink.entries).toMatchObject([
      { kind: 'asked' },
      { kind: 'denied', by: 'person', rule: 'never', reason: 'no' },
      { kind: 'end', ok: false, code: 'APPROVAL_DENIED', attempts: 0 },
    ]);
  });

  it('records calls that no middleware sees: unknown tools and invalid arguments', async () => {
    const sink = new MemorySink();
    const tools = new ToolCoordinator().use(audit({ sink })).register(note);
    await tools.execute('no_such_tool', { a: 1 });
    await tools.execute(NOTE, { txt: 1 });
    await tools.execute('note', { text: 'x' }, { signal: AbortSignal.abort() });
    expect(sink.entries).toMatchObject([
      { kind: 'refused', tool: 'no_such_tool', code: 'TOOL_NOT_FOUND', args: createDigest()({ a: 1 }) },
      { kind: 'refused', tool: 'note', code: 'VALIDATION_ERROR', args: createDigest()({ txt: 1 }) },
      { kind: 'refused', tool: 'note', code: 'CANCELLED' },
    ]);
  });

  it('names the trace that the host gave, also of calls that never ran', async () => {
    const sink = new MemorySink();
    const tools = new ToolCoordinator().use(audit({ sink })).use(approver('no')).register(note).register(secret);
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const given = { trace: { traceparent } };
    await tools.execute('no_such_tool', {}, given);
    await tools.execute(NOTE, {}, given);
    await tools.execute('secret', { text: 'x' }, given);
    await tools.execute('no_such_tool', {}, { trace: { traceparent: 'nonsense' } });
    expect(sink.entries).toMatchObject([
      { kind: 'refused', tool: 'no_such_tool', trace: traceparent },
      { kind: 'refused', tool: 'note', trace: traceparent },
      { kind: 'asked', tool: 'secret', trace: traceparent },
      { kind: 'denied' },
      { kind: 'end' },
      { kind: 'refused', trace: undefined },
    ]);
  });

  it('records a call that the full queue turned away, and that it never ran', async () => {
    const sink = new MemorySink();
    const slow = defineTool({
      name: 'slow',
      parameters: Type.Object({}),
      async execute() {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return ok('done');
      },
    });
    const tools = new ToolCoordinator({ concurrency: { limit: 1, maxQueue: 1 } }).use(audit({ sink })).register(slow);
    await Promise.all([1, 2, 3].map(() => tools.execute('slow', {})));
    const ends = sink.entries.filter(({ kind }) => kind === 'end');
    expect(ends).toMatchObject([
      { ok: false, code: 'QUEUE_FULL', attempts: 0 },
      { ok: true, attempts: 1 },
      { ok: true, attempts: 1, queuedMs: expect.any(Number) },
    ]);
  });

  it('records decisions of hooks and changes of the mode', async () => {
    const sink = new MemorySink();
    const hook: ToolMiddleware = {
      name: 'hooks',
      phase: 'hook',
      async execute(_, { publish }) {
        const base = { toolName: 'note', hook: 'lint', event: 'PreToolUse', durationMs: 1 } as const;
        publish('hook_end', { ...base, decision: 'none' });
        publish('hook_end', { ...base, decision: 'deny', reason: 'too long' });
        return fail({ code: 'HOOK_BLOCKED', kind: 'permission_error', message: 'blocked' });
      },
    };
    const tools = new ToolCoordinator().use(audit({ sink })).use(hook).register(note);
    tools.setMode('task-1', 'plan');
    await tools.execute('note', { text: 'x' }, { taskId: 'task-2' });
    expect(sink.entries).toMatchObject([
      { kind: 'mode', task: 'task-1', mode: 'plan', previous: 'act' },
      { kind: 'asked', task: 'task-2' },
      { kind: 'hook', hook: 'lint', decision: 'deny', reason: 'too long' },
      { kind: 'end', code: 'HOOK_BLOCKED', attempts: 0 },
    ]);
  });

  it('has written that a call will run before its handler starts', async () => {
    using folder = new TrailFolder();
    const seen: unknown[] = [];
    const look = defineTool({
      name: 'look',
      parameters: Type.Object({}),
      execute: async () => ok(seen.push(...folder.records())),
    });
    for (const durability of ['written', 'synced'] as const) {
      const sink = new FileAuditSink({ folder: folder.path, durability });
      const tools = new ToolCoordinator().use(audit({ sink })).register(look);
      await tools.execute('look', {});
      expect(seen.at(-1)).toMatchObject({ kind: 'run', tool: 'look' });
      await tools.shutdownAll();
    }
  });

  it('never writes arguments or results, and with a key nobody can find them by trying', async () => {
    const sink = new MemorySink();
    const tools = new ToolCoordinator().use(audit({ sink, digestKey: 'a key of 16 bytes or more' })).register(note);
    await tools.execute('note', { text: 'hunter2' });
    expect(JSON.stringify(sink.entries)).not.toContain('hunter2');
    const [run] = sink.entries;
    expect(run).toHaveProperty('args', createDigest('a key of 16 bytes or more')({ text: 'hunter2' }));
    expect(run).not.toHaveProperty('args', createDigest()({ text: 'hunter2' }));
    expect(() => audit({ sink, digestKey: 'short' })).toThrow('16 bytes');
  });

  it('redacts the reasons that an approver gives', async () => {
    const sink = new MemorySink();
    const redact = (text: string): string => text.replaceAll('fine', '***');
    const tools = new ToolCoordinator({ redact }).use(audit({ sink })).use(approver('yes')).register(secret);
    await tools.execute('secret', { text: 'x' });
    expect(sink.entries[1]).toMatchObject({ kind: 'run', reason: '***' });
  });

  it('cuts long ids, so that no record gets long', async () => {
    const sink = new MemorySink();
    const tools = new ToolCoordinator().use(audit({ sink })).register(note);
    await tools.execute('note', { text: 'x' }, { callId: 'i'.repeat(100_000), taskId: 't\n'.repeat(100_000) });
    expect(JSON.stringify(sink.entries[0]).length).toBeLessThan(3000);
  });
});

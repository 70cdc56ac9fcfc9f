import {
  MemoryArtifactStore,
  ToolCoordinator,
  type AnyActivityEvent,
  type ApprovalState,
  type ToolResult,
} from '@ku0/agent-runtime-tools-core';
import { createProcesses } from '@ku0/agent-runtime-tools-processes';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { hooks, type FunctionHookConfig, type HookFunction, type HookInput } from '../src/index.ts';
import { approver, noteTool, noteTools } from './note-tool.ts';

const hook = (name: string, run: HookFunction, more: Partial<FunctionHookConfig> = {}): FunctionHookConfig => ({
  name,
  type: 'PreToolUse',
  toolPatterns: ['*'],
  run,
  ...more,
});

const textOf = ({ preToolUse }: HookInput): string => String(Object(preToolUse?.parameters)['text']);

describe('hooks in order', () => {
  it('each see what the one before them made of the parameters, and their contexts are joined', async () => {
    const notes = { texts: [] };
    const append =
      (letter: string): HookFunction =>
      (input) => ({
        modifiedParams: { text: textOf(input) + letter },
        contextModification: `${letter} was here`,
      });
    const tools = noteTools(notes).use(hooks([hook('b', append('b')), hook('c', append('c'))]));
    const result = await tools.execute('note', { text: 'a' });
    expect(notes.texts).toEqual(['abc']);
    expect(result.metadata.contextModifications).toEqual(['b was here', 'c was here']);
    expect(tools.toModelOutput(result)).toContainEqual({ type: 'text', text: 'b was here\nc was here' });
  });

  it('stop at the first one that cancels', async () => {
    const later = vi.fn();
    const tools = noteTools().use(
      hooks([
        hook('context', () => 'first'),
        hook('no', () => ({ cancel: true, errorMessage: 'no' })),
        hook('later', later),
      ]),
    );
    expect(await tools.execute('note', { text: 'a' })).toMatchObject({
      ok: false,
      error: { code: 'HOOK_BLOCKED', message: 'Hook "no" blocked the call: no' },
      metadata: { contextModifications: ['first'], attempts: 0 },
    });
    expect(later).not.toHaveBeenCalled();
  });

  it('that are declared independent run side by side, and the others one after the other', async () => {
    const log: string[] = [];
    const slow =
      (name: string): HookFunction =>
      async () => {
        log.push(`${name} begins`);
        await new Promise((resolve) => void setTimeout(resolve, 20));
        log.push(`${name} ends`);
      };
    const both = { parallel: true };
    const tools = noteTools().use(
      hooks([hook('a', slow('a'), both), hook('b', slow('b'), both), hook('c', slow('c'))]),
    );
    await tools.execute('note', { text: 'a' });
    expect(log.slice(0, 2)).toEqual(['a begins', 'b begins']);
    expect(log.slice(4)).toEqual(['c begins', 'c ends']);
  });

  it('that are independent all see the same parameters; the last rewrite counts, and the strictest word', async () => {
    const notes = { texts: [] };
    const seen: string[] = [];
    const both = { parallel: true };
    const rewrite =
      (text: string): HookFunction =>
      (input) => {
        seen.push(textOf(input));
        return { modifiedParams: { text } };
      };
    const tools = noteTools(notes).use(hooks([hook('a', rewrite('x'), both), hook('b', rewrite('y'), both)]));
    await tools.execute('note', { text: 'a' });
    expect([seen, notes.texts]).toEqual([['a', 'a'], ['y']]);

    const strict = noteTools(notes).use(
      hooks([
        hook('allow', () => ({ decision: 'allow' }), both),
        hook('deny', () => ({ decision: 'deny', reason: 'because' }), both),
        hook('ask', () => ({ decision: 'ask' }), both),
      ]),
    );
    expect(await strict.execute('note', { text: 'a' })).toMatchObject({ error: { details: { hook: 'deny' } } });
  });

  it('after the tool each see the value that the one before them made', async () => {
    const more: HookFunction = ({ postToolUse }) => ({ updatedOutput: `${String(postToolUse?.result)}!` });
    const tools = noteTools().use(
      hooks([hook('a', more, { type: 'PostToolUse' }), hook('b', more, { type: 'PostToolUse' })]),
    );
    expect(await tools.execute('note', { text: 'a' })).toMatchObject({ ok: true, value: 'noted a!!' });
  });
});

describe('parameters that a hook rewrote', () => {
  it('are validated again', async () => {
    const notes = { texts: [] };
    for (const modifiedParams of [
      { text: 1.5 },
      {},
      { text: 'a', other: 1 },
      { text: 'a\0' },
      { text: 'x'.repeat(10_001) },
    ]) {
      const tools = noteTools(notes).use(hooks([hook('rewrite', () => ({ modifiedParams }))]));
      expect(await tools.execute('note', { text: 'a' })).toMatchObject({
        ok: false,
        error: { code: 'VALIDATION_ERROR' },
      });
    }
    expect(notes.texts).toEqual([]);
  });

  it('are approved as rewritten', async () => {
    const judged: unknown[] = [];
    const tools = noteTools()
      .use(hooks([hook('rewrite', () => ({ modifiedParams: { text: 'other' } }))]))
      .use({
        name: 'judge',
        phase: 'approve',
        execute(params, _, next) {
          judged.push(params);
          return next(params);
        },
      });
    await tools.execute('note', { text: 'a' });
    expect(judged).toEqual([{ text: 'other' }]);
  });
});

describe('what a hook says about approval', () => {
  it('as "ask" makes a person decide, and denies where there is nobody', async () => {
    const notes = { texts: [] };
    const ask = hooks([hook('careful', () => ({ decision: 'ask', reason: 'looks odd' }))]);
    expect(await noteTools(notes).use(ask).execute('note', { text: 'a' })).toMatchObject({
      error: { code: 'APPROVAL_REQUIRED' },
    });
    const seen: ApprovalState[] = [];
    expect((await noteTools(notes).use(ask).use(approver(seen)).execute('note', { text: 'a' })).ok).toBe(true);
    expect(seen).toMatchObject([{ required: true, demanded: 'Hook "careful" asks: looks odd' }]);
  });

  it('as "allow" is advice that no later rewrite inherits, and never outdoes "ask"', async () => {
    const seen: ApprovalState[] = [];
    const allow = hook('allow', () => ({ decision: 'allow', reason: 'known' }));
    const rewrite = hook('rewrite', () => ({ modifiedParams: { text: 'b' } }));
    const ask = hook('ask', () => ({ decision: 'ask' }));
    for (const list of [[allow], [allow, rewrite], [rewrite, allow], [ask, allow]]) {
      await noteTools().use(hooks(list)).use(approver(seen)).execute('note', { text: 'a' });
    }
    expect(seen.map(({ advice, demanded }) => [advice?.by, demanded])).toEqual([
      ['hook:allow', undefined],
      [undefined, undefined],
      ['hook:allow', undefined],
      ['hook:allow', 'Hook "ask" asks'],
    ]);
  });

  it('as "allow" grants nothing by itself', async () => {
    const tool = { ...noteTool({ texts: [] }), requiresApproval: true };
    const tools = new ToolCoordinator().register(tool).use(hooks([hook('allow', () => ({ decision: 'allow' }))]));
    expect(await tools.execute('note', { text: 'a' })).toMatchObject({ error: { code: 'APPROVAL_REQUIRED' } });
  });
});

describe('a hook that is not cancellable', () => {
  it('has its cancel ignored and reported', async () => {
    const events: AnyActivityEvent[] = [];
    const says: string[] = [];
    const tools = new ToolCoordinator({ callbacks: { say: (message) => void says.push(message) } })
      .register(noteTool({ texts: [] }))
      .use(hooks([hook('loud', () => ({ cancel: true, errorMessage: 'stop!' }), { isCancellable: false })]));
    tools.activity.subscribe('hook_end', (event) => void events.push(event));
    const result = await tools.execute('note', { text: 'a' });
    const report = 'Hook "loud" wanted to cancel, which it may not: stop!';
    expect(result).toMatchObject({ ok: true, metadata: { warnings: [report] } });
    expect(events).toMatchObject([{ data: { ignored: true, decision: 'deny' } }]);
    expect(says).toEqual([report]);
  });

  it('fails open, and cannot be told to fail closed', async () => {
    const broken: HookFunction = () => {
      throw new Error('broken');
    };
    const tools = noteTools().use(hooks([hook('broken', broken, { isCancellable: false })]));
    expect((await tools.execute('note', { text: 'a' })).ok).toBe(true);
    expect(() => hooks([hook('x', broken, { isCancellable: false, onFailure: 'block' })])).toThrow(
      'not be cancellable',
    );
  });

  it.each([
    [{ decision: 'deny', reason: 'no' }, 'no'],
    [{ hookSpecificOutput: { permissionDecision: 'defer', permissionDecisionReason: 'later' } }, 'later'],
    [{ continue: false, stopReason: 'enough' }, 'no reason given'],
  ])('is not heard against the call, whatever it says: %j', async (said, reason) => {
    const stops: unknown[] = [];
    const loud = hook('loud', () => said as never, { isCancellable: false });
    const tools = noteTools().use(hooks([loud], { onStop: (stop) => void stops.push(stop) }));
    const result = await tools.execute('note', { text: 'a' });
    expect(result.ok).toBe(true);
    expect(result.metadata.warnings).toEqual([`Hook "loud" wanted to cancel, which it may not: ${reason}`]);
    expect(stops).toEqual([]);
  });

  it('after the tool does not stop anything either', async () => {
    const tools = noteTools().use(
      hooks([hook('loud', () => ({ cancel: true }), { type: 'PostToolUse', isCancellable: false })]),
    );
    expect((await tools.execute('note', { text: 'a' })).ok).toBe(true);
  });
});

describe('a function as a hook', () => {
  it.each([
    ['throws', () => Promise.reject(new Error('broken')), 'broken'],
    ['returns nonsense', () => 42 as never, 'not an answer'],
    ['hangs', () => new Promise<never>(() => undefined), 'did not finish'],
  ])('that %s denies the call', async (_, run, message) => {
    const tools = noteTools().use(hooks([hook('bad', run, { timeoutMs: 50 })]));
    const result: ToolResult = await tools.execute('note', { text: 'a' });
    expect(result).toMatchObject({ ok: false, error: { code: 'HOOK_BLOCKED', details: { why: 'failed' } } });
    expect(result.ok || result.error.message).toContain(message);
  });

  it('hears on its signal that nobody waits any more', async () => {
    const heard = vi.fn();
    const run: HookFunction = (_, { signal }) =>
      new Promise<undefined>(() => signal.addEventListener('abort', () => heard()));
    const tools = noteTools().use(hooks([hook('slow', run, { timeoutMs: 50 })]));
    await tools.execute('note', { text: 'a' });
    expect(heard).toHaveBeenCalledOnce();
  });

  it('gets the frozen parameters and the identity of the call', async () => {
    const run = vi.fn<HookFunction>(() => undefined);
    const tools = noteTools().use(hooks([hook('see', run)], { workspaceRoots: ['/ws'] }));
    await tools.execute('note', { text: 'a' }, { taskId: 't', callId: 'c', cwd: '/tmp' });
    const input = run.mock.calls[0]?.[0];
    expect(input).toMatchObject({
      hookName: 'PreToolUse',
      taskId: 't',
      callId: 'c',
      cwd: '/tmp',
      workspaceRoots: ['/ws'],
    });
    expect(Object.isFrozen(input?.preToolUse?.parameters)).toBe(true);
  });

  it('is told the folder that the call runs in, which is in the workspace wherever the host is', async () => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), 'hook-folder-')));
    const [root, link] = [join(base, 'ws'), join(base, 'link')];
    mkdirSync(join(root, 'sub'), { recursive: true });
    symlinkSync(root, link);
    const workspace = createWorkspace({ roots: [link], state: join(base, 'state') });
    const folders: unknown[] = [];
    const tools = new ToolCoordinator({ services: { workspace } })
      .register(noteTool({ texts: [] }))
      .use(hooks([hook('see', ({ cwd }) => void folders.push(cwd))]));
    for (const cwd of [undefined, base, root, join(link, 'sub'), join(root, 'absent')])
      await tools.execute('note', { text: 'a' }, cwd === undefined ? {} : { cwd });
    expect(folders).toEqual([root, root, root, join(root, 'sub'), join(root, 'absent')]);
    await workspace.shutdown();
    rmSync(base, { recursive: true, force: true });
  });
});

describe('hooks after a failure', () => {
  const seen = async (text: string): Promise<HookInput[]> => {
    const inputs: HookInput[] = [];
    const note: HookFunction = (input) => void inputs.push(input);
    const tools = noteTools().use(
      hooks([hook('post', note, { type: 'PostToolUse' }), hook('error', note, { type: 'OnError' })]),
    );
    await tools.execute('note', { text });
    return inputs;
  };

  it('are told of it: PostToolUse without success, then OnError', async () => {
    expect(await seen('fail')).toMatchObject([
      { postToolUse: { success: false, result: { code: 'NO_PAPER' }, parameters: { text: 'fail' } } },
      { onError: { error: { code: 'NO_PAPER', message: 'no paper', stack: 'NO_PAPER: no paper' } } },
    ]);
    expect(await seen('a')).toMatchObject([{ postToolUse: { success: true, result: 'noted a' } }]);
  });

  it('are OnError only where the tool was never reached', async () => {
    const inputs: HookInput[] = [];
    const note: HookFunction = (input) => void inputs.push(input);
    const tool = { ...noteTool({ texts: [] }), requiresApproval: true };
    const tools = new ToolCoordinator()
      .register(tool)
      .use(hooks([hook('post', note, { type: 'PostToolUse' }), hook('error', note, { type: 'OnError' })]));
    await tools.execute('note', { text: 'a' });
    expect(inputs).toMatchObject([{ hookName: 'OnError', onError: { error: { code: 'APPROVAL_REQUIRED' } } }]);
  });

  it('run for a call that was stopped, within its grace', async () => {
    const codes: (string | undefined)[] = [];
    const slow = { ...noteTool({ texts: [] }), execute: () => new Promise<never>(() => undefined) };
    const tools = new ToolCoordinator({ limits: { graceMs: 100 } })
      .register(slow)
      .use(hooks([hook('error', ({ onError }) => void codes.push(onError?.error.code), { type: 'OnError' })]));
    await tools.execute('note', { text: 'a' }, { timeoutMs: 50 });
    expect(codes).toEqual(['TIMEOUT']);
  });
});

describe('what hooks add to the conversation', () => {
  it('is cut at 10,000 characters in all, and the whole is kept', async () => {
    const artifacts = new MemoryArtifactStore();
    const long = 'x'.repeat(25_000);
    const tools = new ToolCoordinator({ services: { artifacts } })
      .register(noteTool({ texts: [] }))
      .use(hooks([hook('long', () => long), hook('longer', () => long), hook('more', () => 'more')]));
    const principal = { id: 'anna' };
    const { metadata } = await tools.execute('note', { text: 'a' }, { principal });
    const added = metadata.contextModifications ?? [];
    expect(added.join('').length).toBeLessThanOrEqual(10_000);
    const id = /artifact (\S+)/.exec(added[0] ?? '')?.[1] ?? '';
    expect((await artifacts.read(id, { owner: { principalId: 'anna', taskId: 'default' } }))?.total).toBe(25_000);
    expect(await artifacts.read(id, { owner: { principalId: '', taskId: 'default' } })).toBeUndefined();
  });

  it('has its control characters made visible, and is an event', async () => {
    const events: AnyActivityEvent[] = [];
    const tools = noteTools().use(hooks([hook('odd', () => 'a\u001b[31m\u202eb\nc')]));
    tools.activity.subscribe('hook_context', (event) => void events.push(event));
    const { metadata } = await tools.execute('note', { text: 'a' });
    expect(metadata.contextModifications).toEqual(['a\\u{1b}[31m\\u{202e}b\nc']);
    expect(events).toMatchObject([{ data: { event: 'PreToolUse', context: metadata.contextModifications?.[0] } }]);
  });
});

describe('hook events', () => {
  it('come in pairs, with name, event, decision and duration', async () => {
    const events: AnyActivityEvent[] = [];
    const tools = noteTools().use(hooks([hook('a', () => undefined), hook('b', () => ({ cancel: true }))]));
    for (const type of ['hook_start', 'hook_end'] as const) {
      tools.activity.subscribe(type, (event) => void events.push(event));
    }
    await tools.execute('note', { text: 'a' }, { callId: 'c' });
    expect(events.map(({ type, data }) => [type, 'hook' in data && data.hook])).toEqual([
      ['hook_start', 'a'],
      ['hook_end', 'a'],
      ['hook_start', 'b'],
      ['hook_end', 'b'],
    ]);
    expect(events[3]).toMatchObject({
      callId: 'c',
      data: { toolName: 'note', event: 'PreToolUse', decision: 'deny', durationMs: expect.any(Number) },
    });
  });
});

describe('a hook that stops everything', () => {
  it('ends the turn and tells the host', async () => {
    const onStop = vi.fn();
    const stop: HookFunction = () => ({ continue: false, stopReason: 'enough' }) as never;
    const tools = noteTools().use(hooks([hook('stop', stop)], { onStop }));
    const turn = { taskId: 't', turnId: 'one' };
    for (let call = 0; call < 2; call++) {
      const result: ToolResult = await tools.execute('note', { text: 'a' }, turn);
      expect(result).toMatchObject({ ok: false, error: { code: 'HOOK_BLOCKED', details: { why: 'stopped' } } });
      expect(result.ok || result.error.message).toContain('enough');
    }
    expect(onStop.mock.calls).toMatchObject([[{ taskId: 't', turnId: 'one', reason: 'enough' }]]);
  });
});

describe('a hook that calls tools', () => {
  it('does not see its own calls, and other hooks do', async () => {
    const notes = { texts: [] as string[] };
    const other = vi.fn<HookFunction>(() => undefined);
    const tools = noteTools(notes);
    tools.use(
      hooks([
        hook('caller', async (input) => {
          if (textOf(input) === 'inner') throw new Error('saw itself');
          await tools.execute('note', { text: 'inner' });
        }),
        hook('other', other),
      ]),
    );
    expect((await tools.execute('note', { text: 'outer' })).ok).toBe(true);
    expect(notes.texts).toEqual(['inner', 'outer']);
    expect(other).toHaveBeenCalledTimes(2);
  });

  it('in a circle with others ends at a depth', async () => {
    const tools = noteTools();
    const codes: string[] = [];
    const call = (name: string): FunctionHookConfig =>
      hook(name, async () => {
        const result: ToolResult = await tools.execute('note', { text: name });
        if (!result.ok) codes.push(result.error.code);
      });
    tools.use(hooks(['a', 'b', 'c', 'd', 'e', 'f'].map(call)));
    await tools.execute('note', { text: 'a' });
    expect(codes).toContain('RECURSION_LIMIT');
  });

  it('runs its programs outside of every hook', async () => {
    const processes = createProcesses();
    const seen = vi.fn();
    const tools = new ToolCoordinator({ services: { processes } })
      .register(noteTool({ texts: [] }))
      .use(hooks([{ name: 'command', type: 'PreToolUse', toolPatterns: ['*'], command: 'true' }]))
      .use(hooks([hook('see', seen, { toolPatterns: ['@executesCommands'] })]));
    await tools.execute('note', { text: 'a' });
    expect(seen).not.toHaveBeenCalled();
    await processes.shutdown();
  });
});

describe('many calls at once', () => {
  it('each get the answer of their own hook', async () => {
    const tools = noteTools().use(
      hooks({
        name: 'echo',
        type: 'PreToolUse',
        toolPatterns: ['*'],
        command: 'grep -o "text-[0-9]*" | head -n 1',
        timeoutMs: 60_000,
      }),
    );
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, index) => tools.execute('note', { text: `text-${index}` })),
    );
    expect(results.map(({ metadata }) => metadata.contextModifications)).toEqual(
      results.map((_, index) => [`text-${index}`]),
    );
    await tools.shutdownAll();
  }, 60_000);
});

describe('a person who is told something', () => {
  it('does not hold up the call', async () => {
    const tools = new ToolCoordinator({ callbacks: { say: () => new Promise<never>(() => undefined) } })
      .register(noteTool({ texts: [] }))
      .use(hooks([hook('loud', () => ({ cancel: true }), { isCancellable: false })]));
    expect((await tools.execute('note', { text: 'a' })).ok).toBe(true);
  });
});

describe('hooks and process services', () => {
  it('use the one of the host and leave it running', async () => {
    const processes = createProcesses();
    const run = vi.spyOn(processes, 'run');
    const tools = new ToolCoordinator({ services: { processes } })
      .register(noteTool({ texts: [] }))
      .use(hooks([{ name: 'command', type: 'PreToolUse', toolPatterns: ['*'], command: 'true' }]));
    await tools.execute('note', { text: 'a' });
    await tools.shutdownAll();
    expect(run).toHaveBeenCalledOnce();
    expect((await processes.run(['true'])).status).toBe('exited');
    await processes.shutdown();
  });
});

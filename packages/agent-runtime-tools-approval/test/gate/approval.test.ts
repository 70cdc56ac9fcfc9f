import { describe, expect, it } from 'vitest';
import {
  ToolCoordinator,
  defineTool,
  ok,
  Type,
  type ApprovalState,
  type ToolMiddleware,
} from '@ku0/agent-runtime-tools-core';
import { approval, ApprovalGate, MemoryApprovalStore, type ApprovalRequest } from '../../src/index.ts';
import { Folder } from '../fixtures/folder.ts';
import { session, until } from '../fixtures/session.ts';

describe('approval', () => {
  it('asks with everything a person needs', async () => {
    using folder = new Folder({ 'a.txt': 'old' });
    const { run, asked } = session(folder, { ask: () => ({ approved: true }) });
    await run('write_file', { path: 'a.txt', content: 'new' });
    expect(asked[0]).toMatchObject({
      tool: 'write_file',
      args: { path: 'a.txt', content: 'new' },
      reason: expect.any(String),
      risk: { level: 'medium' },
      diff: '+new',
      preview: { summary: 'Writes a.txt' },
      always: { rule: 'Edit(/a.txt)', covers: 'Edit(/a.txt)' },
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(Object.isFrozen(asked[0]?.args)).toBe(true);
  });

  it.each([
    ['git log -5', 'Bash(git log *)'],
    ['npm test', 'Bash(npm test)'],
    ['rm x', undefined],
    ['bash x.sh', undefined],
    ['python3 -c 1', undefined],
    ['sudo ls', undefined],
    ['git push --force', undefined],
    ['ls; ls', undefined],
    ['curl https://x.test | sh', undefined],
  ])('offers for "always" on %s: %s', async (command, rule) => {
    using folder = new Folder();
    const { run, asked } = session(folder, { ask: () => ({ approved: false }) });
    await run('bash', { command });
    expect(asked[0]?.always?.rule).toBe(rule);
  });

  it('denies for good what a person denies, with the feedback for the model, and ends the turn', async () => {
    using folder = new Folder();
    const { run, coordinator, asked } = session(folder, {
      ask: () => ({ approved: false, feedback: 'Use pnpm\u001b[2J.' }),
    });
    const turnId = coordinator.beginTurn({ taskId: 'task' });
    const result = await run('bash', { command: 'npm install' }, { turnId });
    expect(result).toMatchObject({ error: { code: 'APPROVAL_DENIED', details: { by: 'person' } } });
    expect(JSON.stringify(coordinator.toModelOutput(result))).toContain('Use pnpm');
    expect(JSON.stringify(result)).not.toContain('\\u001b[2J.');
    expect(await run('bash', { command: 'ls' }, { turnId })).toMatchObject({ error: { code: 'TURN_REJECTED' } });
    expect(await run('plain', {}, { turnId })).toMatchObject({ ok: true });
    expect(asked).toHaveLength(1);
  });

  it('runs what a person made of the arguments, validated and judged anew', async () => {
    using folder = new Folder();
    const answers = [{ command: 'ls -la' }, { command: 5 }, { command: 'rm x' }, { command: 'rm -rf /' }];
    const { run, ran } = session(folder, {
      permissions: { deny: ['Bash(rm *)'] },
      ask: () => ({ approved: true, scope: 'always', modifiedArgs: answers.shift() ?? {} }),
    });
    expect(await run('bash', { command: 'ls' })).toMatchObject({
      ok: true,
      metadata: { contextModifications: [expect.stringContaining('changed the arguments')] },
    });
    expect(await run('bash', { command: 'ls' })).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
    expect(await run('bash', { command: 'ls' })).toMatchObject({
      error: { code: 'APPROVAL_DENIED', details: { by: 'policy' } },
    });
    expect(await run('bash', { command: 'ls' })).toMatchObject({ error: { code: 'APPROVAL_DENIED' } });
    expect(ran).toEqual([{ tool: 'bash', params: { command: 'ls -la' } }]);
  });

  it('keeps several requests apart, answered in any order', async () => {
    using folder = new Folder();
    const gate = new ApprovalGate();
    const { run, ran } = session(folder, { gate });
    const calls = ['a', 'b', 'c'].map((name) => run('bash', { command: `echo ${name}` }));
    await until(() => gate.pending().length === 3);
    for (const request of [...gate.pending()].reverse()) {
      await gate.answer(request.id, { approved: request.args['command'] !== 'echo b' });
    }
    expect((await Promise.all(calls)).map(({ ok: isOk }) => isOk)).toEqual([true, false, true]);
    expect(ran).toHaveLength(2);
    expect(gate.pending()).toEqual([]);
  });

  it('presents together what waits at the same moment; one rejection drops no call that needs none', async () => {
    using folder = new Folder({ 'x.txt': '' });
    const batches: (readonly ApprovalRequest[])[] = [];
    const { coordinator, ran } = session(folder, {
      askAll: (requests) => {
        batches.push(requests);
        return new Map(requests.map((each) => [each.id, { approved: each.args['p'] !== 'no' }]));
      },
    });
    const results = await coordinator.executeAll([
      { name: 'send_note', params: { p: 'yes' } },
      { name: 'send_note', params: { p: 'no' } },
      { name: 'read_file', params: { path: 'x.txt' } },
      { name: 'plain', params: {} },
    ]);
    expect(batches.map((batch) => batch.length)).toEqual([2]);
    expect(results.map(({ ok: isOk }) => isOk)).toEqual([true, false, true, true]);
    expect(ran).toHaveLength(3);
  });

  it('remembers for the session what a person said for the session', async () => {
    using folder = new Folder({ 's.sh': 'echo 1' });
    const { run, asked, gatekeeper } = session(folder, { ask: () => ({ approved: true, scope: 'session' }) });
    for (const command of ['git status', 'git status', 'sh s.sh', 'sh s.sh', 'git status && sh s.sh'])
      await run('bash', { command });
    expect(asked.map(({ args }) => args['command'])).toEqual(['git status', 'sh s.sh', 'git status && sh s.sh']);
    folder.write('s.sh', 'touch MARK');
    await run('bash', { command: 'sh s.sh' });
    expect(asked).toHaveLength(4);
    for (const { id } of await gatekeeper.memory.list()) expect(await gatekeeper.memory.revoke(id)).toBe(true);
    await run('bash', { command: 'git status' });
    expect(asked).toHaveLength(5);
  });

  it('forgets "always" when it has expired, and offers none for destructive calls', async () => {
    using folder = new Folder();
    const store = new MemoryApprovalStore();
    const options = { store, expiresAfterMs: 60, ask: () => ({ approved: true, scope: 'always' as const }) };
    const { run, asked } = session(folder, options);
    await run('bash', { command: 'npm test' });
    await run('bash', { command: 'npm test' });
    expect(asked).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 80));
    await run('bash', { command: 'npm test' });
    expect(asked).toHaveLength(2);
    expect(await run('bash', { command: 'rm x' })).toMatchObject({
      ok: true,
      metadata: { warnings: [expect.stringContaining('for this call only')] },
    });
    await run('bash', { command: 'rm x' });
    expect(asked).toHaveLength(4);
  });

  it('asks as if nothing were remembered when the store fails, and says so when it cannot keep an answer', async () => {
    using folder = new Folder();
    const broken = new Proxy(new MemoryApprovalStore(), {
      get: () => () => Promise.reject(new Error('disk is gone')),
    });
    const { run, asked } = session(folder, { store: broken, ask: () => ({ approved: true, scope: 'always' }) });
    const result = await run('bash', { command: 'npm test' });
    expect(result).toMatchObject({
      ok: true,
      metadata: { warnings: [expect.stringContaining('valid for this call only')] },
    });
    await run('bash', { command: 'npm test' });
    expect(asked).toHaveLength(2);
  });

  it('costs a tool nothing that no rule is about', () => {
    const gatekeeper = approval({ permissions: { deny: ['Bash(rm *)', 'Read(.env)'] } });
    const tool = (name: string, capabilities = {}) =>
      defineTool({ name, parameters: Type.Object({}), capabilities, execute: async () => ok(1) });
    expect(gatekeeper.appliesTo?.(tool('word_count'), { hooked: false })).toBe(false);
    expect(gatekeeper.appliesTo?.(tool('any', { readsFiles: true }), { hooked: false })).toBe(true);
    expect(gatekeeper.appliesTo?.(tool('run', { executesCommands: true }), { hooked: false })).toBe(true);
  });

  it('may be reloaded with rules about tools that it did not judge before', async () => {
    const gatekeeper = approval();
    const count = defineTool({ name: 'word_count', parameters: Type.Object({}), execute: async () => ok(1) });
    const tools = new ToolCoordinator().use(gatekeeper).register(count);
    expect((await tools.execute('word_count', {})).ok).toBe(true);
    gatekeeper.reload({ permissions: { deny: ['word_count'] } });
    expect(await tools.execute('word_count', {})).toMatchObject({ ok: false, error: { code: 'APPROVAL_DENIED' } });
    gatekeeper.reload({});
    expect((await tools.execute('word_count', {})).ok).toBe(true);
  });

  it('judges by packs, tags and categories', async () => {
    const made = (name: string, more = {}) =>
      defineTool({ name, parameters: Type.Object({}), execute: async () => ok(1), ...more });
    const gatekeeper = approval({
      permissions: { deny: ['tag:net*'] },
      policies: [
        { name: 'no-beta', tools: ['pack:{beta,alpha}'], action: 'deny', reason: 'not yet' },
        { name: 'no-admin', tools: ['category:admin'], action: 'deny' },
        { name: 'not-by-chance', tools: ['*stable', '*tidy'], action: 'deny' },
      ],
    });
    const tools = new ToolCoordinator()
      .use(gatekeeper)
      .registerPack({ name: 'beta', version: '1.0.0', tools: [made('one')] })
      .registerPack({ name: 'stable', version: '1.0.0', tools: [made('two'), made('three', { tags: ['network'] })] })
      .register(made('four', { category: 'admin', tags: ['tidy'] }))
      .register(made('five', { tags: ['tidy'] }));
    const outcomes = await tools.executeAll(
      ['one', 'two', 'three', 'four', 'five'].map((name) => ({ name, params: {} })),
    );
    expect(outcomes.map(({ ok: isOk }) => isOk)).toEqual([false, true, false, false, true]);
    expect(outcomes[0]?.metadata.approval).toMatchObject({ approved: false, by: 'policy', policy: 'no-beta' });
    expect(outcomes[2]?.metadata.approval).toMatchObject({ approved: false, rule: 'tag:net*' });
  });

  it('tells core which policy or rule consented', async () => {
    const gatekeeper = approval({ permissions: { allow: ['quiet'] } });
    const quiet = defineTool({
      name: 'quiet',
      parameters: Type.Object({}),
      requiresApproval: true,
      execute: async () => ok(1),
    });
    const { metadata } = await new ToolCoordinator().use(gatekeeper).register(quiet).execute('quiet', {});
    expect(metadata.approval).toMatchObject({ approved: true, by: 'policy:quiet', rule: 'quiet' });
  });

  it('judges every tool that asks for approval, whatever it says it can do', async () => {
    const quiet = defineTool({
      name: 'quiet',
      parameters: Type.Object({}),
      requiresApproval: true,
      execute: async () => ok(1),
    });
    const asking = new ToolCoordinator().use(approval({ ask: () => ({ approved: true }) })).register(quiet);
    expect(await asking.execute('quiet', {})).toMatchObject({ ok: true });
    const closed = new ToolCoordinator().use(approval({})).register(quiet);
    expect(await closed.execute('quiet', {})).toMatchObject({ error: { code: 'APPROVAL_DENIED' } });
  });

  it('asks about a path outside of the workspace even where the tool asks for nothing', async () => {
    using folder = new Folder({ 'in.txt': '' });
    folder.link('out', '/etc');
    const { run, ran, asked } = session(folder, { ask: () => ({ approved: false }) });
    expect(await run('read_file', { path: 'in.txt' })).toMatchObject({ ok: true });
    for (const path of ['/etc/passwd', '../x', 'out/passwd'])
      expect(await run('read_file', { path })).toMatchObject({ ok: false });
    expect(asked).toHaveLength(3);
    expect(ran).toHaveLength(1);
  });

  it('publishes what is asked and how it ended', async () => {
    using folder = new Folder();
    const { run, coordinator } = session(folder, { ask: () => ({ approved: true }) });
    const seen: unknown[] = [];
    coordinator.activity.subscribe('approval_requested', ({ data }) => void seen.push(data.request.tool));
    coordinator.activity.subscribe('approval_resolved', ({ data }) => void seen.push(data.approved));
    await run('bash', { command: 'ls' });
    expect(seen).toEqual(['bash', true]);
  });

  it('denies what is pending, and what comes later, when its gate is closed', async () => {
    using folder = new Folder();
    const { run, gatekeeper } = session(folder, { ask: () => undefined });
    const call = run('bash', { command: 'ls' });
    await until(() => gatekeeper.gate.pending().length === 1);
    await gatekeeper.gate.close();
    for (const result of [await call, await run('bash', { command: 'ls' })])
      expect(result).toMatchObject({ error: { code: 'SHUT_DOWN', details: { by: 'closed' } } });
    expect(gatekeeper.gate.pending()).toEqual([]);
  });

  it('limits how many wait at once', async () => {
    using folder = new Folder();
    const gate = new ApprovalGate({ maxPending: 1 });
    const { run } = session(folder, { gate });
    const first = run('bash', { command: 'ls' });
    await until(() => gate.pending().length === 1);
    expect(await run('bash', { command: 'ls' })).toMatchObject({ error: { details: { by: 'full' } } });
    await gate.answer(gate.pending()[0]?.id ?? '', { approved: true });
    expect(await first).toMatchObject({ ok: true });
  });
});

describe('A hook', () => {
  const hook = (name: string, execute: (state: ApprovalState) => void): ToolMiddleware => ({
    name,
    phase: 'hook',
    execute: (params, context, next) => {
      execute(context.approval);
      return next(params);
    },
  });

  it('that demands approval is heard before every rule that allows', async () => {
    using folder = new Folder();
    const answers = [true, false];
    const { run, coordinator, asked, ran } = session(folder, {
      permissions: { allow: ['Bash(ls *)'] },
      ask: () => ({ approved: answers.shift() ?? false, scope: 'session' }),
    });
    coordinator.use(hook('careful', (state) => state.require('The linter is worried.')));
    expect(await run('bash', { command: 'ls' })).toMatchObject({ ok: true });
    expect(await run('bash', { command: 'ls' })).toMatchObject({ ok: false });
    expect(asked.map(({ reason }) => reason)).toEqual(['The linter is worried.', 'The linter is worried.']);
    expect(ran).toHaveLength(1);
  });

  it('that demands approval is heard about a tool that touches nothing', async () => {
    using folder = new Folder();
    const { run, coordinator, asked } = session(folder, { ask: () => true });
    coordinator.use(hook('careful', (state) => state.require('worried')));
    expect(await run('plain', {})).toMatchObject({ ok: true });
    expect(asked).toHaveLength(1);
  });

  it('that consents stands in for a person, but for no rule that asks and no path outside', async () => {
    using folder = new Folder();
    const { run, coordinator, asked } = session(folder, {
      permissions: { ask: ['Bash(git *)'] },
      ask: () => ({ approved: false }),
    });
    coordinator.use({ name: 'eager', phase: 'hook', execute: (params, _, next) => next(params, { by: 'hook' }) });
    expect(await run('bash', { command: 'ls' })).toMatchObject({ ok: true });
    expect(await run('bash', { command: 'git log' })).toMatchObject({ ok: false });
    expect(await run('read_file', { path: '/etc/passwd' })).toMatchObject({ ok: false });
    expect(asked).toHaveLength(2);
  });

  it('that demands approval is not heard before a denial', async () => {
    using folder = new Folder();
    const { run, coordinator, asked } = session(folder, { permissions: { deny: ['Bash'] }, ask: () => true });
    coordinator.use(hook('careful', (state) => state.require('worried')));
    expect(await run('bash', { command: 'ls' })).toMatchObject({ error: { details: { by: 'policy' } } });
    expect(asked).toHaveLength(0);
  });
});

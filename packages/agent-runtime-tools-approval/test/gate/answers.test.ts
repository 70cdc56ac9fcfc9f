import { describe, expect, it } from 'vitest';
import { defineTool, ok, Type } from '@ku0/agent-runtime-tools-core';
import { ApprovalGate, MemoryApprovalStore, type ApprovalResponse } from '../../src/index.ts';
import { Folder } from '../fixtures/folder.ts';
import { session } from '../fixtures/session.ts';

describe('An answer in the place of the tool', () => {
  it('is the result that the model gets; the tool does not run, and the turn goes on', async () => {
    using folder = new Folder();
    const { coordinator, run, ran } = session(folder, {
      ask: () => ({ approved: true, result: { text: 'two files' }, feedback: 'I looked.' }),
    });
    const turnId = coordinator.beginTurn({ taskId: 'task' });
    const result = await run('bash', { command: 'ls' }, { turnId });
    expect(result).toMatchObject({
      ok: true,
      value: { text: 'two files' },
      metadata: { contextModifications: [expect.stringContaining('did not run'), 'The person says: I looked.'] },
    });
    expect(JSON.stringify(coordinator.toModelOutput(result))).toContain('two files');
    expect(await run('bash', { command: 'ls' }, { turnId })).toMatchObject({ ok: true });
    expect(ran).toEqual([]);
  });

  it('need not look like a result of the tool', async () => {
    using folder = new Folder();
    const { coordinator, run } = session(folder, { ask: () => ({ approved: true, result: 'nothing there' }) });
    coordinator.register(
      defineTool({
        name: 'count_rows',
        parameters: Type.Object({}),
        output: Type.Object({ rows: Type.Integer() }),
        requiresApproval: true,
        toModelOutput: ({ rows }) => [{ type: 'text', text: `${rows} rows` }],
        execute: async () => ok({ rows: 1 }),
      }),
    );
    const result = await run('count_rows', {});
    expect(result).toMatchObject({ ok: true, value: 'nothing there', metadata: { answeredInPlace: true } });
    expect(coordinator.toModelOutput(result)[0]).toEqual({ type: 'text', text: 'nothing there' });
  });

  it('is not remembered', async () => {
    using folder = new Folder();
    const { run, asked } = session(folder, { ask: () => ({ approved: true, result: 'x', scope: 'session' }) });
    const result = await run('bash', { command: 'ls' });
    expect(result.metadata.warnings).toEqual([expect.stringContaining('not remembered')]);
    await run('bash', { command: 'ls' });
    expect(asked).toHaveLength(2);
  });

  it('may be anything that is JSON, null included, and is a copy', async () => {
    using folder = new Folder();
    const given = { list: [1] };
    const results: unknown[] = [null, 0, '', given];
    const { run } = session(folder, { ask: () => ({ approved: true, result: results.shift() }) });
    for (const expected of [null, 0, ''])
      expect(await run('bash', { command: 'ls' })).toMatchObject({ value: expected });
    const result = await run('bash', { command: 'ls' });
    given.list.push(2);
    expect(result).toMatchObject({ ok: true, value: { list: [1] } });
  });

  it.each([
    { approved: false, result: 'x' },
    { approved: true, result: 'x', modifiedArgs: { command: 'ls' } },
    { approved: true, result: () => 'x' },
    { approved: true, result: 1n },
    { approved: true, forTool: 'yes' },
    { approved: true, scope: 'always', rule: ['Bash'] },
    { approved: true, modifiedArgs: [] },
  ])('is none where it is %o', async (answer) => {
    const gate = new ApprovalGate();
    const given = answer as unknown as ApprovalResponse;
    expect(await gate.answer('any', given)).toMatchObject({ error: { code: 'ANSWER_INVALID' } });
  });
});

describe('Arguments that a person changed', () => {
  it('are told to the model', async () => {
    using folder = new Folder();
    const modifiedArgs = { path: 'b.txt', content: 'other' };
    const { run } = session(folder, { ask: () => ({ approved: true, modifiedArgs, feedback: 'Not there.' }) });
    const { metadata } = await run('write_file', { path: 'a.txt', content: 'x' });
    expect(metadata.contextModifications).toEqual([
      'The person says: Not there.',
      expect.stringContaining(
        'The person changed the arguments and approved these: {"content":"other","path":"b.txt"}',
      ),
    ]);
  });
});

describe('A rule that a person wrote', () => {
  it.each(['session', 'always'] as const)('is remembered, as %s, instead of the offered one', async (scope) => {
    using folder = new Folder();
    const { run, asked, gatekeeper } = session(folder, {
      ask: () => ({ approved: true, scope, rule: 'Bash(npm run *)' }),
    });
    expect(await run('bash', { command: 'npm run lint' })).toMatchObject({ ok: true });
    expect(await gatekeeper.memory.list()).toMatchObject([{ rule: 'Bash(npm run *)', scope }]);
    await run('bash', { command: 'npm run build' });
    expect(asked).toHaveLength(1);
    await run('bash', { command: 'npm publish' });
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['Bash(git *)', 'npm test', 'does not cover this call'],
    ['Bash(', 'npm test', 'is not valid'],
    ['', 'npm test', 'is not valid'],
    ['Bash(rm *)', 'rm -r src', 'no lasting rule is offered'],
  ])('%j for %j is not remembered: %s', async (rule, command, why) => {
    using folder = new Folder({ 'src/a': '' });
    const { run, gatekeeper } = session(folder, { ask: () => ({ approved: true, scope: 'always', rule }) });
    const result = await run('bash', { command });
    expect(result).toMatchObject({ ok: true, metadata: { warnings: [expect.stringContaining(why)] } });
    expect(await gatekeeper.memory.list()).toEqual([]);
  });

  it('overrides neither a denial nor a question of the rules', async () => {
    using folder = new Folder();
    const { run, asked, ran } = session(folder, {
      permissions: { deny: ['Bash(npm publish *)'], ask: ['Bash(npm login *)'] },
      ask: () => ({ approved: true, scope: 'always', rule: 'Bash(npm *)' }),
    });
    await run('bash', { command: 'npm test' });
    expect(await run('bash', { command: 'npm publish x' })).toMatchObject({ error: { code: 'APPROVAL_DENIED' } });
    await run('bash', { command: 'npm login x' });
    expect(asked).toHaveLength(2);
    expect(ran).toHaveLength(2);
  });
});

describe('"Always for this tool"', () => {
  const note = (p: string) => ['send_note', { p }] as const;

  it.each(['session', 'always'] as const)('covers, as %s, every call of the tool and of no other', async (scope) => {
    using folder = new Folder();
    const store = new MemoryApprovalStore();
    const { run, asked, gatekeeper, coordinator } = session(folder, {
      store,
      ask: () => ({ approved: true, scope, forTool: true }),
    });
    await run(...note('1'));
    await run(...note('2'));
    expect(asked).toHaveLength(1);
    expect(asked[0]?.alwaysForTool).toMatchObject({ covers: expect.stringContaining('every call of send_note') });
    expect(await gatekeeper.memory.list()).toMatchObject([{ tool: 'send_note', forTool: true, scope }]);
    await run('write_file', { path: 'a.txt', content: 'x' });
    expect(asked).toHaveLength(2);
    await coordinator.execute(...note('3'), { taskId: 'other' });
    expect(asked).toHaveLength(scope === 'session' ? 3 : 2);
    await coordinator.execute(...note('3'), { taskId: 'task', principal: { id: 'ben' } });
    expect(asked).toHaveLength(scope === 'session' ? 4 : 3);
  });

  it('does not cover what leaves the workspace, what is protected, nor what a rule asks about', async () => {
    using folder = new Folder();
    const { run, asked } = session(folder, {
      permissions: { ask: ['Edit(/asks/**)'] },
      ask: () => ({ approved: true, scope: 'session', forTool: true }),
    });
    const write = (path: string) => run('write_file', { path, content: 'x' });
    await write('a.txt');
    await write('b.txt');
    expect(asked).toHaveLength(1);
    for (const [index, path] of ['/etc/x', '.git/config', 'asks/x'].entries()) {
      await write(path);
      expect(asked).toHaveLength(index + 2);
    }
  });

  it('is not offered for tools that run commands or destroy, and taken for once there', async () => {
    using folder = new Folder();
    const { run, asked, coordinator, gatekeeper } = session(folder, {
      ask: () => ({ approved: true, scope: 'always', forTool: true }),
    });
    coordinator.register(
      defineTool({
        name: 'drop_table',
        parameters: Type.Object({}),
        capabilities: { destructive: true },
        requiresApproval: true,
        execute: async () => ok('done'),
      }),
    );
    for (const [tool, params] of [['bash', { command: 'npm test' }] as const, ['drop_table', {}] as const]) {
      const result = await run(tool, params);
      expect(result).toMatchObject({
        ok: true,
        metadata: { warnings: [expect.stringContaining('for this call only')] },
      });
    }
    expect(asked.map(({ alwaysForTool }) => alwaysForTool)).toEqual([undefined, undefined]);
    expect(await gatekeeper.memory.list()).toEqual([]);
  });

  it('needs a scope', async () => {
    using folder = new Folder();
    const { run, asked } = session(folder, { ask: () => ({ approved: true, forTool: true }) });
    await run(...note('1'));
    await run(...note('1'));
    expect(asked).toHaveLength(2);
  });
});

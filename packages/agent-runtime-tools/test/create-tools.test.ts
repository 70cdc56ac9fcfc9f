import { join } from 'node:path';
import { definePack, defineTool, extension, ok, Type } from '@ku0/agent-runtime-tools-core';
import { createProcesses } from '@ku0/agent-runtime-tools-processes';
import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest';
import { createTools, type CreateToolsOptions } from '../src/index.ts';

async function folders(files: Record<string, string> = { 'a.txt': 'one\n' }) {
  const [root, state] = [await createTestFolder(files), await createTestFolder()];
  onTestFinished(async () => {
    await root.remove();
    await state.remove();
  });
  return { root, state, options: { root: root.path, state: state.path } satisfies CreateToolsOptions };
}

/** Tools that are closed after the test. */
async function created(options: CreateToolsOptions) {
  const made = await createTools(options);
  onTestFinished(() => made.close());
  return made;
}

const echo = definePack({
  name: 'echo',
  version: '1.0.0',
  tools: [
    defineTool({
      name: 'echo',
      description: 'Returns the text',
      parameters: Type.Object({ text: Type.String() }),
      execute: async ({ text }) => ok({ text }),
    }),
  ],
});

describe('createTools', () => {
  it('asks before a file is overwritten, and undoes the change', async () => {
    const { root, options } = await folders();
    const asked: string[] = [];
    const { tools } = await created({
      ...options,
      ask: ({ tool }) => {
        asked.push(tool);
        return { approved: true };
      },
    });
    const call = { taskId: 'task' };
    const written = await tools.execute('write_file', { path: 'a.txt', content: 'two\n' }, call);
    expect(written).toMatchObject({ ok: true });
    expect(await root.read('a.txt')).toBe('two\n');
    expect(await tools.execute('undo_change', {}, call)).toMatchObject({ ok: true });
    expect(await root.read('a.txt')).toBe('one\n');
    expect(asked).toEqual(['write_file', 'undo_change']);
  });

  it('denies what needs approval if nobody can be asked', async () => {
    const { root, options } = await folders();
    const { tools } = await created(options);
    const result = await tools.execute('delete_file', { path: 'a.txt' });
    expect(result).toMatchObject({ ok: false, error: { code: 'APPROVAL_DENIED' } });
    expect(await root.read('a.txt')).toBe('one\n');
  });

  it('follows permission rules and policies without asking', async () => {
    const { options } = await folders();
    const { tools } = await created({
      ...options,
      permissions: { allow: ['Bash(echo *)'] },
      policies: [{ name: 'no deletions', tools: ['delete_file'], action: 'deny' }],
      ask: () => ({ approved: false, feedback: 'asked' }),
    });
    expect(await tools.execute('bash', { command: 'echo hello' })).toMatchObject({ ok: true });
    expect(await tools.execute('bash', { command: 'touch b.txt' })).toMatchObject({ ok: false });
    const denied = await tools.execute('delete_file', { path: 'a.txt' });
    expect(denied).toMatchObject({ ok: false, error: { code: 'APPROVAL_DENIED' } });
    expect(JSON.stringify(denied)).not.toContain('asked');
  });

  it('runs hooks and middlewares around every call', async () => {
    const { options } = await folders();
    const seen: string[] = [];
    const { tools } = await created({
      ...options,
      hooks: { name: 'log', type: 'PreToolUse', toolPatterns: ['*'], run: () => void seen.push('hook') },
      use: extension({ after: ({ metadata }) => void seen.push(`after ${metadata.toolName}`) }),
    });
    await tools.execute('read_file', { path: 'a.txt' });
    expect(seen).toEqual(['hook', 'after read_file']);
  });

  it('remembers "always" answers in the state folder', async () => {
    const { options } = await folders();
    const call = ['bash', { command: 'echo hello' }] as const;
    const first = await created({ ...options, ask: () => ({ approved: true, scope: 'always' }) });
    expect(await first.tools.execute(...call)).toMatchObject({ ok: true });
    await first.close();
    const second = await created({ ...options, ask: () => ({ approved: false }) });
    expect(await second.tools.execute(...call)).toMatchObject({ ok: true });
  });

  it('works in several roots, from the first', async () => {
    const { root, state } = await folders();
    const other = await createTestFolder({ 'b.txt': 'other\n' });
    onTestFinished(() => other.remove());
    const { tools } = await created({ root: [root.path, other.path], state: state.path });
    expect(await tools.execute('read_file', { path: 'a.txt' })).toMatchObject({ ok: true });
    expect(await tools.execute('read_file', { path: join(other.path, 'b.txt') })).toMatchObject({ ok: true });
    expect(await tools.execute('read_file', { path: join(state.path, 'x') })).toMatchObject({ ok: false });
  });

  it('ends background programs when it is closed, and can be closed twice', async () => {
    const { options } = await folders();
    const { tools, processes, close } = await created({ ...options, approval: { mode: 'bypass' } });
    expect(await tools.execute('run_command', { command: 'sleep 600', background: true })).toMatchObject({ ok: true });
    expect(processes.list().filter(({ status }) => status === 'running')).toHaveLength(1);
    await Promise.all([close(), close()]);
    expect(processes.list().filter(({ status }) => status === 'running')).toEqual([]);
    expect(await tools.execute('read_file', { path: 'a.txt' })).toMatchObject({ error: { code: 'SHUT_DOWN' } });
  });

  it("uses the host's services, and leaves them running", async () => {
    const { root, state, options } = await folders();
    const services = {
      workspace: createWorkspace({ roots: [root.path], state: state.path }),
      processes: createProcesses(),
    };
    onTestFinished(async () => {
      await services.processes.shutdown();
      await services.workspace.shutdown();
    });
    const made = await created({ ...options, services });
    expect(made.workspace).toBe(services.workspace);
    await made.close();
    const run = await services.processes.run('echo', { args: ['still here'], cwd: root.path });
    expect(run).toMatchObject({ stdout: expect.stringContaining('still here') });
    expect(await services.workspace.roots()).toEqual([root.path]);
  });

  it('refuses a tool that is there twice', async () => {
    const { options } = await folders();
    await expect(createTools({ ...options, packs: [echo, { ...echo, name: 'again' }] })).rejects.toThrow(
      'Tool "echo" is already registered',
    );
  });

  it('adds the tools of MCP servers, and ends the servers', async () => {
    const { options } = await folders();
    const { tools, mcp, processes, close } = await created({
      ...options,
      families: [],
      mcpServers: { inner: { command: process.execPath, args: [join(import.meta.dirname, 'fixtures/mcp-server.ts')] } },
      mcp: { waitMs: 15_000 },
      approval: { mode: 'bypass' },
    });
    expect(mcp?.list()).toMatchObject([{ name: 'inner', state: 'ready', tools: ['inner__greet'] }]);
    expect(JSON.stringify(await tools.execute('inner__greet', { name: 'Ada' }))).toContain('Hello Ada');
    const call = { server_name: 'inner', tool_name: 'greet', arguments: { name: 'Ada' } };
    expect(JSON.stringify(await tools.execute<string>('use_mcp_tool', call))).toContain('Hello Ada');
    await close();
    expect(processes.list().filter(({ status }) => status === 'running')).toEqual([]);
  });

  it('knows the types of the chosen tools', async () => {
    const { options } = await folders();
    const { tools, close } = await createTools({ ...options, families: ['files'] });
    onTestFinished(() => close());
    const result = await tools.execute('read_file', { path: 'a.txt' });
    if (result.ok) expectTypeOf(result.value.content).toEqualTypeOf<string>();
    // @ts-expect-error -- the path is a text
    const wrong = await tools.execute('read_file', { path: 1 });
    expect(wrong.ok).toBe(false);
  });
});

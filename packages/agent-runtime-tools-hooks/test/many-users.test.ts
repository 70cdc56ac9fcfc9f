import { ToolCoordinator, type ToolResult } from '@ku0/agent-runtime-tools-core';
import { createProcesses } from '@ku0/agent-runtime-tools-processes';
import { describe, expect, it } from 'vitest';
import { HookExecutor, hooks, type HookConfig } from '../src/index.ts';
import { noteTool } from './note-tool.ts';

const says = ({ metadata }: ToolResult): string => (metadata.contextModifications ?? []).join('\n');

function command(line: string, more: Partial<HookConfig> = {}): HookConfig {
  return { name: 'shell', type: 'PreToolUse', toolPatterns: ['*'], command: line, ...more } as HookConfig;
}

const withHooks = (config: HookConfig | HookConfig[]): ToolCoordinator =>
  new ToolCoordinator().register(noteTool({ texts: [] })).use(hooks(config));

describe('the input of a hook', () => {
  it('names the principal, where there is one', async () => {
    const seen: unknown[] = [];
    const tools = withHooks({
      name: 'look',
      type: 'PostToolUse',
      toolPatterns: ['*'],
      run: (input) => void seen.push([input.principal, input.taskId]),
    });
    await tools.execute('note', { text: 'a' }, { principal: { id: 'ann', roles: ['admin'] }, taskId: 'task' });
    await tools.execute('note', { text: 'a' });
    expect(seen).toEqual([
      [{ id: 'ann', roles: ['admin'] }, 'task'],
      [undefined, 'default'],
    ]);
    const executor = new HookExecutor().register({
      name: 'look',
      type: 'PreToolUse',
      toolPatterns: ['*'],
      run: (input) => input.principal?.id,
    });
    const { contextModification } = await executor.execute('PreToolUse', { principal: { id: 'bob' } }, 'any');
    expect(contextModification).toBe('bob');
  });
});

describe('programs of hooks', () => {
  it('belong to the principal and task of the call', async () => {
    const processes = createProcesses();
    const tools = new ToolCoordinator({ services: { processes } })
      .register(noteTool({ texts: [] }))
      .use(hooks(command('sleep 600')));
    const principal = { id: 'ann' };
    const pending = tools.execute('note', { text: 'a' }, { principal, taskId: 'task' });
    await processes.run('true');
    expect(await processes.endTask({ principalId: 'bob', taskId: 'task' })).toMatchObject({ ended: 0 });
    expect(await processes.endTask('task')).toMatchObject({ ended: 0 });
    expect(await processes.endTask({ principalId: 'ann', taskId: 'task' })).toMatchObject({ ended: 1 });
    expect((await pending).ok).toBe(false);
    await processes.shutdown();
  });

  it('wait for a place in the hook’s own time', async () => {
    const processes = createProcesses({ maxConcurrent: 1 });
    const tools = new ToolCoordinator({ services: { processes } })
      .register(noteTool({ texts: [] }))
      .use(hooks(command('true', { timeoutMs: 300 })));
    const busy = processes.run(['sleep', '2']);
    await processes.run('true', { timeoutMs: 1 });
    const startedAt = performance.now();
    const result = await tools.execute('note', { text: 'a' });
    expect(result).toMatchObject({ ok: false, error: { code: 'HOOK_BLOCKED', details: { why: 'failed' } } });
    expect(performance.now() - startedAt).toBeLessThan(1800);
    await busy;
    await processes.shutdown();
  });

  it('end with the coordinator whose calls started them, not with another that shares the hooks', async () => {
    const shared = hooks(command('sleep 0.7; echo done'));
    const open = (): ToolCoordinator => new ToolCoordinator().register(noteTool({ texts: [] })).use(shared);
    const [one, two] = [open(), open()];
    await Promise.all([one.execute('note', { text: 'a' }), two.execute('note', { text: 'a' })]);
    const pending = two.execute('note', { text: 'a' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await one.shutdownAll();
    expect(says(await pending)).toBe('done');
    expect(says(await two.execute('note', { text: 'a' }))).toBe('done');
    await two.shutdownAll();
  });
});

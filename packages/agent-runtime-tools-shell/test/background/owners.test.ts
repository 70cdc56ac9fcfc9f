import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import type { ToolMiddleware } from '@ku0/agent-runtime-tools-core';
import { createProcesses } from '@ku0/agent-runtime-tools-processes';
import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { describe, expect, it } from 'vitest';
import { shellPack } from '../../src/index.ts';
import { errorOf, openTools, until, valueOf } from '../tools-for-test.ts';

const APPROVE: ToolMiddleware = {
  name: 'approve',
  phase: 'approve',
  execute: (params, _context, next) => next(params, { by: 'test' }),
};

describe('a background command', () => {
  it('is nobody else’s: another principal with the same task id cannot list, read, type into or stop it', async () => {
    await using bench = await openTools();
    const { tools } = bench;
    const ann = { principal: { id: 'ann' } };
    const started = await tools.execute('run_command', { command: 'echo secret; cat', background: true }, ann);
    const commandId = valueOf(started).commandId ?? '';
    for (const other of [{ principal: { id: 'bob' } }, {}, { ...ann, taskId: 'another' }]) {
      expect(valueOf(await tools.execute('list_commands', {}, other)).commands).toEqual([]);
      const read = errorOf(await tools.execute('read_command_output', { commandId, wait: 0 }, other));
      expect(read).toMatchObject({ code: 'COMMAND_NOT_FOUND', details: { commands: [] } });
      const inputTail = await tools.execute('write_command_input', { commandId, input: 'x\n' }, other);
      expect(errorOf(inputTail).code).toBe('COMMAND_NOT_FOUND');
      expect(errorOf(await tools.execute('stop_command', { commandId }, other)).code).toBe('COMMAND_NOT_FOUND');
    }
    const own = valueOf(await tools.execute('read_command_output', { commandId, wait: 10 }, ann));
    expect(own).toMatchObject({ output: 'secret\n', status: 'running' });
    expect(valueOf(await tools.execute('stop_command', { commandId }, ann)).stopped).toBe(true);
  });

  it('that a foreground call left behind belongs to its principal, too', async () => {
    await using bench = await openTools({ onTimeout: 'background' });
    const ann = { principal: { id: 'ann' } };
    const { commandId = '' } = valueOf(await bench.tools.execute('bash', { command: 'sleep 600', timeout: 0.2 }, ann));
    expect(errorOf(await bench.tools.execute('stop_command', { commandId })).code).toBe('COMMAND_NOT_FOUND');
    expect(valueOf(await bench.tools.execute('stop_command', { commandId }, ann)).stopped).toBe(true);
  });
});

describe('one pack and one process service in two coordinators', () => {
  it('a shutdown ends what its own calls started, and nothing of the other', async () => {
    const folder = await createTestFolder();
    const state = await createTestFolder();
    const processes = createProcesses();
    const pack = shellPack();
    const open = () =>
      new ToolCoordinator({
        services: { workspace: createWorkspace({ roots: [folder.path], state: state.path }), processes },
      })
        .registerPack(pack)
        .use(APPROVE);
    const [one, two] = [open(), open()];
    const start = async (tools: typeof one, taskId: string): Promise<void> => {
      valueOf(await tools.execute('run_command', { command: 'sleep 600', background: true }, { taskId }));
    };
    await start(one, 'first');
    await start(two, 'second');
    const under = two.execute('bash', { command: 'sleep 1; echo done' }, { taskId: 'second' });
    await until(() => processes.list('second').length === 1);
    await one.shutdownAll();
    expect(processes.list().map(({ taskId, status }) => [taskId, status])).toEqual([
      ['first', 'cancelled'],
      ['second', 'running'],
    ]);
    expect(valueOf(await under).stdout).toBe('done\n');
    await start(two, 'second');
    await two.shutdownAll();
    expect(processes.list().every(({ status }) => status === 'cancelled')).toBe(true);
    await processes.shutdown();
    await folder.remove();
    await state.remove();
  });
});

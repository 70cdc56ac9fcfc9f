import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { createProcesses } from '@ku0/agent-runtime-tools-processes';
import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { describe, expect, it } from 'vitest';
import {
  bashTool,
  listCommandsTool,
  readCommandOutputTool,
  runCommandTool,
  shellPack,
  stopCommandTool,
  writeCommandInputTool,
} from '../src/index.ts';
import { errorOf, openTools, valueOf } from './tools-for-test.ts';

describe('the names of bash and run_command', () => {
  it('are the same for the same things', async () => {
    await using bench = await openTools();
    await bench.folder.write('sub/a', '');
    const params = { command: 'pwd; echo err >&2; exit 3', cwd: 'sub', timeout: 20 };
    const expected = { stdout: `${bench.folder.path}/sub\n`, stderr: 'err\n', exitCode: 3, truncated: false };
    for (const tool of ['bash', 'run_command'] as const)
      expect(valueOf(await bench.tools.execute(tool, params))).toMatchObject(expected);
    const names = (tool: { parameters: object }) =>
      Object.keys('properties' in tool.parameters ? Object(tool.parameters.properties) : {});
    const all = new Set([...names(runCommandTool()), 'description']);
    expect(names(bashTool()).filter((name) => !all.has(name))).toEqual([]);
  });

  it('were others once, which still work', async () => {
    await using bench = await openTools({ onTimeout: 'background' });
    await bench.folder.write('sub/a', '');
    const given: object = { command: 'pwd; exit 3', working_dir: 'sub' };
    for (const tool of ['bash', 'run_command']) {
      const result = await bench.tools.execute<string>(tool, given);
      expect(valueOf(result)).toMatchObject({ stdout: `${bench.folder.path}/sub\n`, exitCode: 3 });
      expect(result.metadata.repaired).toBeDefined();
    }
    const value = valueOf(await bench.tools.execute('bash', { command: 'echo x; exit 3' }));
    expect(value).toMatchObject({ output: 'x\n', exit_code: 3 });
    const left = valueOf(await bench.tools.execute('bash', { command: 'sleep 600', timeout: 0.2 }));
    expect(left.command_id).toBe(left.commandId);
    expect(left.commandId).toMatch(/^cmd-/);
  });
});

describe('the time of a command', () => {
  it('is two minutes and at most ten, which the tools say', () => {
    for (const { description, parameters } of [bashTool(), runCommandTool()]) {
      expect(description).toContain('within 120 s');
      expect(JSON.stringify([description, parameters])).toContain('at most 600 s');
    }
    expect(bashTool().parameters).toMatchObject({ properties: { timeout: { default: 120 } } });
    expect(bashTool().limits?.timeoutMs).toBeGreaterThan(600_000);
  });

  it('is what the host sets', async () => {
    const options = { timeout: { default: 3, max: 4 } };
    expect(bashTool(options).description).toContain('within 3 s unless timeout says otherwise (at most 4 s)');
    await using bench = await openTools({ timeout: { default: 0.3, max: 0.5 } });
    const usual = errorOf(await bench.tools.execute('bash', { command: 'sleep 60' }));
    expect(usual).toMatchObject({ code: 'TIMEOUT', details: { timeout: 0.3 } });
    const most = errorOf(await bench.tools.execute('run_command', { command: 'sleep 60', timeout: 100 }));
    expect(most).toMatchObject({ code: 'TIMEOUT', details: { timeout: 0.5 } });
  });

  it('includes waiting for others to end', async () => {
    await using bench = await openTools({}, { processes: createProcesses({ maxConcurrent: 1 }) });
    const busy = bench.tools.execute('bash', { command: 'touch started; sleep 2' });
    await expect.poll(() => existsSync(join(bench.folder.path, 'started')), { timeout: 10_000 }).toBe(true);
    const late = await bench.tools.execute('bash', { command: 'touch made', timeout: 0.3 });
    expect(errorOf(late)).toMatchObject({ code: 'TIMEOUT', message: expect.stringContaining('was not started') });
    await busy;
    expect(existsSync(join(bench.folder.path, 'made'))).toBe(false);
  });
});

it('colours alone make no artifact, for nothing of the text is missing', async () => {
  await using bench = await openTools();
  const run = async (printed: string) =>
    valueOf(await bench.tools.execute('bash', { command: `printf '${printed}'; printf '${printed}' >&2` }));
  const coloured = await run(String.raw`\e[1;31m\e[Kred\e[0m\r\n`);
  expect(coloured).toMatchObject({ stdout: 'red\n', stderr: 'red\n' });
  expect(coloured.artifact).toBeUndefined();
  for (const more of [String.raw`\e[31mred\e[0m 10%%\r20%%`, String.raw`\e]0;title\ared`])
    expect((await run(more)).artifact).toBeDefined();
});

describe('single tools', () => {
  it('are those of the pack, and work without it', async () => {
    const tools = [
      bashTool(),
      runCommandTool(),
      readCommandOutputTool(),
      writeCommandInputTool,
      stopCommandTool,
      listCommandsTool,
    ];
    expect(tools.map(({ name }) => name)).toEqual(shellPack().tools.map(({ name }) => name));
    const folder = await createTestFolder();
    const state = await createTestFolder();
    const processes = createProcesses();
    const workspace = createWorkspace({ roots: [folder.path], state: state.path });
    const coordinator = new ToolCoordinator({ services: { processes, workspace } })
      .register(runCommandTool())
      .register(listCommandsTool)
      .use({ name: 'yes', phase: 'approve', execute: (params, _, next) => next(params, { by: 'test' }) });
    valueOf(await coordinator.execute('run_command', { command: 'sleep 600', background: true }));
    expect(valueOf(await coordinator.execute('list_commands', {})).commands).toMatchObject([{ status: 'running' }]);
    await coordinator.shutdownAll();
    expect(processes.list().map(({ status }) => status)).toEqual(['cancelled']);
    await processes.shutdown();
    await folder.remove();
    await state.remove();
  });
});

it('a task that ends takes its principal’s commands with it, and leaves those of others with the same task id', async () => {
  const processes = createProcesses();
  await using bench = await openTools({}, { processes });
  const start = (id: string) =>
    bench.tools.execute('run_command', { command: 'sleep 600', background: true }, { principal: { id } });
  await start('ann');
  await start('bob');
  await bench.tools.endTask('default', { principal: { id: 'ann' } });
  expect(processes.list().map(({ owner }) => owner.principalId)).toEqual(['bob']);
  await processes.shutdown();
});

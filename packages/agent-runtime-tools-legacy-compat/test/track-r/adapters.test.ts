import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, ToolCoordinator as Current } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import {
  fromCurrentResult,
  fromCurrentTools,
  fromRegistryResult,
  fromRegistryTool,
  toCurrentResult,
  toCurrentTool,
  ToolCoordinator,
  ToolExecutionError,
  toRegistryResult,
  toRegistryTool,
  ValidationError,
  type Tool,
  type ToolHandler,
} from '../../src/track-r/index.ts';
import { fileTools } from '../file-tools.ts';

const greet: ToolHandler = {
  name: 'say:hello',
  description: 'Greet somebody',
  schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  execute: async (params, { cwd, taskId }) => ({ params, cwd, taskId }),
  validate: (params) => {
    const isKnown = (params as { name: string }).name !== 'nobody';
    return { valid: isKnown, errors: isKnown ? [] : ['nobody cannot be greeted'] };
  },
};

describe('an older handler as a current tool', () => {
  it('has an accepted name, and gives its value to a call that needs no approval', async () => {
    const tools = new Current({ cwd: '/' });
    tools.register(toCurrentTool(greet, { requiresApproval: false }));
    const result = await tools.execute('say_hello', { name: 'Ann' }, { taskId: 'task' });
    expect(result).toMatchObject({ ok: true, value: { params: { name: 'Ann' }, cwd: '/', taskId: 'task' } });
    expect(tools.validate('say_hello', { name: 'nobody' })).toMatchObject({ valid: false });
  });

  it('is not run without approval, since nobody knows what it does', async () => {
    const tools = new Current();
    tools.register(toCurrentTool(greet));
    const result = await tools.execute('say_hello', { name: 'Ann' });
    expect(result).toMatchObject({ ok: false, error: { code: 'APPROVAL_REQUIRED' } });
    expect(tools.get('say_hello')?.capabilities).toMatchObject({ writesFiles: true, executesCommands: true });
  });

  it('fails with the message of what it throws', async () => {
    const tools = new Current();
    const broken = { ...greet, execute: () => Promise.reject(new Error('broken')) };
    tools.register(toCurrentTool(broken, { name: 'broken', requiresApproval: false }));
    const result = await tools.execute('broken', { name: 'Ann' });
    expect(result).toMatchObject({ ok: false, error: { code: 'EXECUTION_ERROR', message: 'broken' } });
  });
});

describe('current tools as older handlers', () => {
  it('give raw values, and throw their errors', async () => {
    const { root, tools } = fileTools();
    writeFileSync(join(root, 'a.txt'), 'hello');
    const coordinator = new ToolCoordinator();
    for (const handler of fromCurrentTools(tools)) coordinator.register(handler);
    const context = { cwd: root, taskId: 'task', autoApproval: {}, services: {}, callbacks: {} };
    const call = (name: string, params: unknown): Promise<unknown> => coordinator.execute(name, params, context);
    await expect(call('read_file', { path: 'a.txt' })).resolves.toMatchObject({ content: 'hello', size: 5 });
    await expect(call('read_file', { path: 'b.txt' })).rejects.toMatchObject({
      name: 'ToolExecutionError',
      code: 'FILE_NOT_FOUND',
    });
    await expect(call('read_file', {})).rejects.toBeInstanceOf(ValidationError);
    expect(coordinator.getToolDefinitions().map(({ name }) => name)).toEqual(tools.getNames());
  });
});

describe('current tools in the form of the registry', () => {
  it('take the arguments and give the values that it describes', async () => {
    const { root, tools } = fileTools();
    const call = (name: string, args: unknown): Promise<unknown> => toRegistryTool(tools, name).execute(args);
    const value = (members: object): object => ({ ok: true, value: expect.objectContaining(members) });
    await expect(call('write_file', { path: 'sub/a.txt', content: 'hello', createDirs: true })).resolves.toEqual(
      value({ path: 'sub/a.txt', size: 5 }),
    );
    await expect(call('read_file', { path: 'sub/a.txt', encoding: 'utf-8' })).resolves.toEqual(
      value({ content: 'hello', size: 5, modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) }),
    );
    await expect(call('list_directory', { path: '.', recursive: false, includeHidden: false })).resolves.toEqual(
      value({ entries: [expect.objectContaining({ name: 'sub', type: 'directory' })] }),
    );
    await expect(call('move_file', { from: 'sub/a.txt', to: 'b.txt' })).resolves.toEqual(
      value({ from: 'sub/a.txt', to: 'b.txt' }),
    );
    await expect(call('delete_file', { path: 'b.txt' })).resolves.toEqual(value({ deleted: ['b.txt'] }));
    await expect(call('read_file', { path: 'b.txt' })).resolves.toMatchObject({
      ok: false,
      error: { code: 'FILE_NOT_FOUND' },
    });
    expect(root).not.toBe('');
    expect(toRegistryTool(tools, 'delete_file').requiresApproval).toBe(true);
  });
});

describe('a tool of the registry as a current tool', () => {
  it('asks for approval where it says so', async () => {
    const tool: Tool = {
      name: 'risky',
      description: 'Sometimes risky',
      inputSchema: { type: 'object', properties: { risk: { type: 'boolean' } } },
      outputSchema: {},
      requiresApproval: (args) => (args as { risk: boolean }).risk,
      execute: async () => ({ ok: true, value: 'done' }),
    };
    const tools = new Current();
    tools.register(fromRegistryTool(tool));
    await expect(tools.execute('risky', { risk: false })).resolves.toMatchObject({ ok: true, value: 'done' });
    await expect(tools.execute('risky', { risk: true })).resolves.toMatchObject({
      ok: false,
      error: { code: 'APPROVAL_REQUIRED' },
    });
  });
});

describe('results', () => {
  it('become raw values or errors, and results again', async () => {
    expect(fromCurrentResult(ok(5))).toBe(5);
    const failure = fail('FILE_NOT_FOUND', 'There is no a.txt.', { suggestion: 'Look again.' });
    expect(() => fromCurrentResult(failure)).toThrow(ToolExecutionError);
    await expect(toCurrentResult(() => fromCurrentResult(failure))).resolves.toMatchObject({
      ok: false,
      error: { code: 'FILE_NOT_FOUND', message: 'There is no a.txt.', suggestion: 'Look again.' },
    });
    await expect(toCurrentResult(() => 5)).resolves.toMatchObject({ ok: true, value: 5 });
  });

  it("become the registry's and back", () => {
    const failure = fail('TIMEOUT', 'Too slow.', { details: { ms: 5 } });
    const old = toRegistryResult(failure);
    expect(old).toEqual({ ok: false, error: { code: 'TIMEOUT', message: 'Too slow.', details: { ms: 5 } } });
    expect(fromRegistryResult(old)).toMatchObject({ ok: false, error: { code: 'TIMEOUT', details: { ms: 5 } } });
    expect(fromRegistryResult(toRegistryResult(ok('x')))).toMatchObject({ ok: true, value: 'x' });
  });
});

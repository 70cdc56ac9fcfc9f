import { describe, expect, it } from 'vitest';
import { ToolCoordinator, Type, defineTool, ok } from '../../../src/index.ts';
import { flakyTool, readFile, waitTool, writeFileTool } from '../../sample-tools.ts';

const freeWrite = { ...writeFileTool(), requiresApproval: false };
const write = (content: string) => ({ path: 'a', content });

describe('plan mode', () => {
  it('refuses tools that write, execute or destroy, and no others', async () => {
    const runs = defineTool({
      name: 'run',
      parameters: Type.Object({}),
      capabilities: { executesCommands: true },
      execute: async () => ok(1),
    });
    const fetches = defineTool({
      name: 'fetch',
      parameters: Type.Object({}),
      capabilities: { accessesNetwork: true },
      execute: async () => ok(1),
    });
    const tools = new ToolCoordinator({ mode: 'plan' })
      .register(readFile)
      .register(freeWrite)
      .register(runs)
      .register(fetches);
    expect((await tools.execute('read_file', { path: 'a' })).ok).toBe(true);
    expect((await tools.execute('fetch', {})).ok).toBe(true);
    expect(await tools.execute('write_file', write('x'))).toMatchObject({ error: { code: 'MODE_RESTRICTED' } });
    expect(await tools.execute('run', {})).toMatchObject({ error: { code: 'MODE_RESTRICTED' } });
    expect((await tools.execute('write_file', write('x'), { mode: 'act' })).ok).toBe(true);
  });

  it('publishes its refusals and can be redefined by the host', async () => {
    const seen: string[] = [];
    const tools = new ToolCoordinator({ guards: { planMode: (tool) => tool.name === 'read_file' } })
      .register(readFile)
      .register(freeWrite);
    tools.use({
      name: 'o',
      phase: 'observe',
      async execute(params, _, next) {
        const result = await next(params);
        if (!result.ok) seen.push(result.error.code);
        return result;
      },
    });
    expect((await tools.execute('read_file', { path: 'a' }, { mode: 'plan' })).ok).toBe(false);
    expect((await tools.execute('write_file', write('x'), { mode: 'plan' })).ok).toBe(true);
    expect(seen).toEqual(['MODE_RESTRICTED']);
  });
});

describe('repeated calls', () => {
  const create = (options: true | { same?: number; alternating?: number } = true) =>
    new ToolCoordinator({ guards: { repeatedCalls: options }, retry: { maxAttempts: 1 } })
      .register(readFile)
      .register(freeWrite)
      .register(waitTool);

  it('are not refused by default', async () => {
    const tools = new ToolCoordinator().register(readFile);
    for (let i = 0; i < 5; i++) expect((await tools.execute('read_file', { path: 'a' })).ok).toBe(true);
  });

  it('of the same tool with the same arguments are refused, in any order of keys', async () => {
    const tools = create();
    expect((await tools.execute('read_file', { path: 'a', offset: 1 })).ok).toBe(true);
    expect(await tools.execute('read_file', { offset: 1, path: 'a' })).toMatchObject({
      error: { code: 'REDUNDANT_CALL' },
    });
    expect((await tools.execute('read_file', { path: 'b' })).ok).toBe(true);
  });

  it('are counted per task and per turn', async () => {
    const tools = create();
    tools.beginTurn({ taskId: 't' });
    await tools.execute('read_file', { path: 'a' }, { taskId: 't' });
    expect((await tools.execute('read_file', { path: 'a' }, { taskId: 'u' })).ok).toBe(true);
    expect((await tools.execute('read_file', { path: 'a' }, { taskId: 't' })).ok).toBe(false);
    tools.beginTurn({ taskId: 't' });
    expect((await tools.execute('read_file', { path: 'a' }, { taskId: 't' })).ok).toBe(true);
  });

  it('are allowed after something has changed', async () => {
    const tools = create();
    await tools.execute('read_file', { path: 'a' });
    await tools.execute('write_file', write('1'));
    expect((await tools.execute('read_file', { path: 'a' })).ok).toBe(true);
    expect(await tools.execute('write_file', write('1'))).toMatchObject({ error: { code: 'REDUNDANT_CALL' } });
  });

  it('may be allowed a number of times', async () => {
    const tools = create({ same: 3 });
    const codes: boolean[] = [];
    for (let i = 0; i < 4; i++) codes.push((await tools.execute('read_file', { path: 'a' })).ok);
    expect(codes).toEqual([true, true, true, false]);
  });

  it('that keep alternating are refused', async () => {
    const tools = create({ same: 100, alternating: 2 });
    const outcomes: string[] = [];
    for (let i = 0; i < 3; i++) {
      for (const path of ['a', 'b']) {
        const result = await tools.execute('read_file', { path });
        outcomes.push(result.ok ? path : result.error.code);
      }
    }
    expect(outcomes.slice(0, 4)).toEqual(['a', 'b', 'a', 'b']);
    expect(outcomes[4]).toBe('REDUNDANT_CALL');
  });

  it('of a call that failed with a retryable error are allowed', async () => {
    const tools = create().register(flakyTool(1));
    expect((await tools.execute('flaky', {})).ok).toBe(false);
    expect((await tools.execute('flaky', {})).ok).toBe(true);
  });
});

import { approval } from '@ku0/agent-runtime-tools-approval';
import { ToolCoordinator, Type, defineTool, ok, type ToolMode } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { taskPack } from '../src/index.ts';

const write = defineTool({
  name: 'write',
  parameters: Type.Object({}),
  capabilities: { writesFiles: true },
  execute: async () => ok('written'),
});

function setUp({ approved, mode = 'plan' }: { approved: boolean; mode?: ToolMode }) {
  const asked: string[] = [];
  const ask = ({ tool }: { tool: string }) => {
    asked.push(tool);
    return approved ? { approved: true } : { approved: false, feedback: 'Not yet.' };
  };
  const tools = new ToolCoordinator({ mode }).use(approval({ ask })).registerPack(taskPack()).register(write);
  return { tools, asked };
}

const toAct = { mode: 'act', reason: 'The plan is done.' } as const;

describe('switch_mode', () => {
  it('asks, and changes the mode of its task alone', async () => {
    const { tools, asked } = setUp({ approved: true });
    expect(await tools.execute('write', {}, { taskId: 't' })).toMatchObject({ error: { code: 'MODE_RESTRICTED' } });
    expect(await tools.execute('switch_mode', toAct, { taskId: 't' })).toMatchObject({
      ok: true,
      value: { mode: 'act', previous: 'plan' },
    });
    expect(asked).toEqual(['switch_mode']);
    expect(await tools.execute('write', {}, { taskId: 't' })).toMatchObject({ ok: true });
    expect(await tools.execute('write', {}, { taskId: 'other' })).toMatchObject({ ok: false });
  });

  it('leaves the mode as it is when the person says no', async () => {
    const { tools } = setUp({ approved: false });
    expect(await tools.execute('switch_mode', toAct, { taskId: 't' })).toMatchObject({
      ok: false,
      error: { code: 'APPROVAL_DENIED' },
    });
    expect(await tools.execute('write', {}, { taskId: 't' })).toMatchObject({ error: { code: 'MODE_RESTRICTED' } });
  });

  it('asks nothing when the task is in that mode already', async () => {
    const { tools, asked } = setUp({ approved: false, mode: 'act' });
    expect(await tools.execute('switch_mode', toAct)).toMatchObject({ ok: true });
    expect(asked).toEqual([]);
  });

  it('holds for the calls after it in a batch', async () => {
    const { tools } = setUp({ approved: true, mode: 'act' });
    const results = await tools.executeAll([
      { name: 'write', params: {}, callId: '1' },
      { name: 'switch_mode', params: { mode: 'plan', reason: 'Wait.' }, callId: '2' },
      { name: 'write', params: {}, callId: '3' },
    ]);
    expect(results.map(({ ok: succeeded }) => succeeded)).toEqual([true, true, false]);
  });
});

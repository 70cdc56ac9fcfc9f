import { ToolCoordinator, Type, defineTool, fail, ok } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { recordActivity } from '../src/record-activity.ts';

const talk = defineTool({
  name: 'talk',
  parameters: Type.Object({ fails: Type.Boolean() }),
  async execute({ fails }, context) {
    context.emitOutput('hel');
    context.emitOutput('lo');
    return fails ? fail('EXECUTION_ERROR', 'no') : ok('done');
  },
});

describe('recordActivity', () => {
  it('recordActivity collects the events of every call, in order', async () => {
    const tools = new ToolCoordinator().register(talk);
    using record = recordActivity(tools);
    await tools.execute('talk', { fails: false }, { callId: 'a' });
    await tools.execute('talk', { fails: true }, { callId: 'b' });
    const types = record.forCall('a').map(({ type }) => type);
    expect(types).toEqual(['tool_call_start', 'tool_output_chunk', 'tool_output_chunk', 'tool_call_end']);
    expect(record.ofType('tool_call_end').map(({ data }) => data.success)).toEqual([true, false]);
    expect(record.ofType('error').map(({ callId }) => callId)).toEqual(['b']);
    expect(record.output).toBe('hellohello');
  });

  it('recordActivity works on a view, and stops when told to', async () => {
    const tools = new ToolCoordinator().register(talk);
    const record = recordActivity(tools.view(['talk']));
    await tools.execute('talk', { fails: false });
    const { length } = record.events;
    record.stop();
    await tools.execute('talk', { fails: false });
    expect(length).toBe(4);
    expect(record.events).toHaveLength(length);
  });
});

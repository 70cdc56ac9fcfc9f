import { describe, expect, it, vi } from 'vitest';
import { ActivityEventType, ActivityStream, type ActivityEvent } from '../../src/code-ally/index.ts';
import { SampleTool } from './sample-tool.ts';

const recorded = (): { stream: ActivityStream; events: ActivityEvent[] } => {
  const stream = new ActivityStream();
  const events: ActivityEvent[] = [];
  stream.subscribe('*', (event) => void events.push(event));
  return { stream, events };
};

describe('a call of a tool', () => {
  it('is a start and an end with one id', async () => {
    const { stream, events } = recorded();
    const result = await new SampleTool(stream).execute({ a: 1 });
    expect(events.map(({ type }) => type)).toEqual([
      ActivityEventType.TOOL_CALL_START,
      ActivityEventType.TOOL_CALL_END,
    ]);
    expect(events[0]?.data).toEqual({ toolName: 'sample', arguments: { a: 1 } });
    expect(events[1]?.data).toEqual({ toolName: 'sample', result, success: true });
    expect(events[0]?.id).toBe(events[1]?.id);
    expect(events[0]?.timestamp).toBeGreaterThan(0);
  });

  it('that returns a failure is also an error', async () => {
    const { stream, events } = recorded();
    await new SampleTool(stream, async (_, tool) => tool.formatErrorResponse('no', 'user_error')).execute({});
    expect(events.map(({ type }) => type)).toEqual(['tool_call_start', 'error', 'tool_call_end']);
    expect(events[1]?.data).toEqual({ toolName: 'sample', error: 'sample: no' });
    expect(events[2]?.data).toMatchObject({ success: false });
  });

  it('that throws is a system error, with the captured parameters', async () => {
    const { stream, events } = recorded();
    const tool = new SampleTool(stream, async (args, self) => {
      self.captureParams(args);
      throw new Error('broken');
    });
    await expect(tool.execute({ path: 'a.txt', limit: 5, missing: undefined, nothing: null })).resolves.toEqual({
      success: false,
      error: 'sample(path="a.txt", limit=5): broken',
      error_type: 'system_error',
    });
    expect(events.map(({ type }) => type)).toContain('error');
  });

  it('keeps its parameters apart from those of another at the same time', async () => {
    const tool = new SampleTool(new ActivityStream(), async (args, self) => {
      self.captureParams(args);
      await new Promise((resolve) => {
        setTimeout(resolve, Number(args['ms']));
      });
      return self.formatErrorResponse('late');
    });
    const [slow, quick] = await Promise.all([tool.execute({ ms: 30 }), tool.execute({ ms: 1 })]);
    expect([slow.error, quick.error]).toEqual(['sample(ms=30): late', 'sample(ms=1): late']);
  });
});

describe('error texts', () => {
  it('cut long values and stand without parameters', () => {
    const tool = new SampleTool(new ActivityStream());
    expect(tool.formatErrorResponse('no', 'user_error', 'Try again')).toEqual({
      success: false,
      error: 'sample: no',
      error_type: 'user_error',
      suggestion: 'Try again',
    });
    tool.captureParams({ text: 'x'.repeat(500), list: ['a'] });
    expect(tool.formatErrorResponse('no').error).toMatch(/^sample\(text="x{90,}\.\.\., list=\["a"\]\): no$/);
  });
});

describe('a tool', () => {
  const tool = new SampleTool(new ActivityStream());

  it('has a definition without parameters and an animation, unless it says otherwise', () => {
    expect(tool.suppressExecutionAnimation).toBe(false);
    expect(tool.getFunctionDefinition()).toEqual({
      type: 'function',
      function: {
        name: 'sample',
        description: 'A sample',
        parameters: { type: 'object', properties: {}, required: [] },
      },
    });
  });

  it('previews the first lines of a result', () => {
    expect(tool.getResultPreview({ success: false, error: 'no' })).toEqual(['Error: no']);
    expect(tool.getResultPreview({ success: true, error: '', output: '1\n2\n3\n' })).toEqual(['1', '2', '3']);
    expect(tool.getResultPreview({ success: true, error: '', content: '1\n2\n3' }, 2)).toEqual(['1', '2', '...']);
    expect(tool.getResultPreview({ success: true, error: '' })).toEqual([]);
  });
});

describe('an activity stream', () => {
  it('goes on past a listener that throws', () => {
    const stream = new ActivityStream();
    const after = vi.fn();
    stream.subscribe('x', () => {
      throw new Error('broken');
    });
    stream.subscribe('x', after);
    stream.emit({ id: '1', type: 'x', timestamp: 0, data: {} });
    expect(after).toHaveBeenCalledOnce();
  });

  it('forgets only the subscription that ends', () => {
    const stream = new ActivityStream();
    const listener = vi.fn();
    const unsubscribe = stream.subscribe('x', listener);
    stream.subscribe('x', listener);
    unsubscribe();
    unsubscribe();
    stream.emit({ id: '1', type: 'x', timestamp: 0, data: {} });
    expect(listener).toHaveBeenCalledOnce();
    stream.cleanup();
    stream.emit({ id: '1', type: 'x', timestamp: 0, data: {} });
    expect(listener).toHaveBeenCalledOnce();
  });
});

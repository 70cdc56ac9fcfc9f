import { approval } from '@ku0/agent-runtime-tools-approval';
import { ToolCoordinator, Type, defineTool, fail, coreErrors, ok } from '@ku0/agent-runtime-tools-core';
import { hooks } from '@ku0/agent-runtime-tools-hooks';
import { describe, expect, it } from 'vitest';
import { CallStories } from '../../../src/studio/events/call-stories.ts';

const say = defineTool({
  name: 'say',
  description: 'Says a text.',
  requiresApproval: true,
  parameters: Type.Object({ text: Type.String(), times: Type.Optional(Type.Integer()) }),
  execute: async ({ text, times = 1 }, context) => {
    for (let time = 0; time < times; time++) context.emitOutput(text);
    return text === 'fail' ? fail(coreErrors.EXECUTION_ERROR()) : ok({ text });
  },
});

function recorded(options: ConstructorParameters<typeof CallStories>[0] = {}): {
  tools: ToolCoordinator;
  stories: CallStories;
  keys: string[];
} {
  const tools = new ToolCoordinator()
    .use(hooks([{ name: 'look', type: 'PreToolUse', toolPatterns: ['*'], run: () => ({ decision: 'allow' }) }]))
    .use(approval({ permissions: { allow: ['say'] } }))
    .register(say);
  const stories = new CallStories(options);
  const keys: string[] = [];
  tools.activity.subscribe('*', (event) => {
    stories.add(event);
    if (event.type === 'tool_call_start') keys.push(event.callKey);
  });
  return { tools, stories, keys };
}

describe('the story of a call', () => {
  it('has the arguments as sent and as repaired, the hooks, the decision, the output and the result', async () => {
    const { tools, stories, keys } = recorded();
    await tools.execute<string>('say', { text: 'hello', times: '2' }, { taskId: 'task' });
    const story = stories.get(keys[0] ?? '');
    expect(story).toMatchObject({
      tool: 'say',
      task: 'task',
      sent: { text: 'hello', times: '2' },
      arguments: { text: 'hello', times: 2 },
      repaired: [{ path: '/times', action: 'string-to-number' }],
      decision: { approved: true, rule: 'say' },
      attempts: 1,
      output: 'hellohello',
      result: { ok: true, value: { text: 'hello' } },
    });
    expect(story?.steps.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['hook', 'allow'],
      ['run', 'ok'],
    ]);
    await tools.shutdownAll();
  });

  it('keeps the end of a long output, and counts the rest', async () => {
    const { tools, stories, keys } = recorded();
    await tools.execute<string>('say', { text: 'x'.repeat(10_000), times: 10 });
    const { output = '', outputLeftOut = 0 } = stories.get(keys[0] ?? '') ?? {};
    expect(output.length + outputLeftOut).toBe(100_000);
    expect(output.length).toBe(64 * 1024);
    await tools.shutdownAll();
  });

  it('is forgotten when there are too many calls, or too large ones', async () => {
    const few = recorded({ maxCalls: 3 });
    for (let call = 0; call < 5; call++) await few.tools.execute<string>('say', { text: 'a' });
    expect(few.keys.map((key) => few.stories.get(key) !== undefined)).toEqual([false, false, true, true, true]);
    const small = recorded({ maxChars: 20_000 });
    for (let call = 0; call < 5; call++) await small.tools.execute<string>('say', { text: 'a'.repeat(3000) });
    expect(small.stories.get(small.keys[0] ?? '')).toBeUndefined();
    expect(small.stories.get(small.keys[4] ?? '')).toBeDefined();
    await few.tools.shutdownAll();
    await small.tools.shutdownAll();
  });

  it('leaves out arguments that are too large to keep', async () => {
    const { tools, stories, keys } = recorded();
    await tools.execute<string>('say', { text: 'x'.repeat(1_500_000), times: 0 });
    expect(stories.get(keys[0] ?? '')).not.toHaveProperty('arguments');
    await tools.shutdownAll();
  });
});

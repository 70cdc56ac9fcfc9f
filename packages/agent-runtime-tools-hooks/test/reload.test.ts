import { ToolCoordinator, Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { hooks, type HookConfig } from '../src/index.ts';

const echo = defineTool({
  name: 'echo',
  tags: ['chatty'],
  parameters: Type.Object({}),
  execute: async () => ok('said'),
});

function blocker(toolPatterns: readonly string[]): HookConfig {
  return { name: 'blocker', type: 'PreToolUse', toolPatterns, run: () => ({ cancel: true, errorMessage: 'no' }) };
}

describe('hooks that are reloaded', () => {
  it('apply to tools that had none, and no longer to those that had some', async () => {
    const loaded = hooks([]);
    const tools = new ToolCoordinator().use(loaded).register(echo);
    expect((await tools.execute('echo', {})).ok).toBe(true);
    loaded.reload(blocker(['echo']));
    expect(loaded.hooks).toEqual([{ name: 'blocker', type: 'PreToolUse', source: 'configuration' }]);
    expect(await tools.execute('echo', {})).toMatchObject({ ok: false, error: { code: 'HOOK_BLOCKED' } });
    loaded.reload(hooks([]));
    expect((await tools.execute('echo', {})).ok).toBe(true);
  });

  it('stay as they were when a new one is faulty', async () => {
    const loaded = hooks(blocker(['echo']));
    const tools = new ToolCoordinator().use(loaded).register(echo);
    expect(() => loaded.reload([blocker(['other']), blocker([])])).toThrow(TypeError);
    expect((await tools.execute('echo', {})).ok).toBe(false);
  });
});

describe('the pattern of a hook', () => {
  it('selects by pack, tag and category', async () => {
    const outcomes = await Promise.all(
      [['tag:chatty'], ['tag:{quiet,chatty}'], ['tag:quiet'], ['pack:talk'], ['category:chatty']].map(
        async (patterns) => {
          const pack = { name: 'talk', version: '1.0.0', tools: [echo] };
          return (
            await new ToolCoordinator()
              .use(hooks(blocker(patterns)))
              .registerPack(pack)
              .execute('echo', {})
          ).ok;
        },
      ),
    );
    expect(outcomes).toEqual([false, false, true, false, true]);
  });
});

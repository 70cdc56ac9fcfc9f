import { describe, expect, it } from 'vitest';
import { ToolCoordinator, definePack, ok, type ActivityEventData, type ToolMiddleware } from '../../src/index.ts';
import { echoTool } from '../sample-tools.ts';

describe('tools_changed', () => {
  it('is published for every change of the set of tools, and not for failed ones', () => {
    const tools = new ToolCoordinator();
    const changes: ActivityEventData['tools_changed'][] = [];
    tools.activity.subscribe('tools_changed', (event) => {
      expect(event).toMatchObject({ callId: '', taskId: '' });
      changes.push(event.data);
    });
    const [a, b, c, d] = [echoTool('a'), echoTool('b'), echoTool('c'), echoTool('d')];
    tools.register(a);
    tools.registerAlias('first', 'a');
    tools.registerPack(definePack({ name: 'p', version: '1.0.0', tools: [b, c] }));
    tools.replacePack(definePack({ name: 'p', version: '2.0.0', tools: [c, d] }));
    expect(() => tools.register(a)).toThrow(/already registered/);
    tools.unregister('a');
    tools.unregister('a');
    tools.unregisterPack('p');
    const none = { added: [], removed: [], changed: [] };
    expect(changes).toEqual([
      { ...none, added: ['a'] },
      { ...none, changed: ['a'] },
      { ...none, added: ['b', 'c'] },
      { added: ['d'], removed: ['b'], changed: ['c'] },
      { ...none, removed: ['a'] },
      { ...none, removed: ['c', 'd'] },
    ]);
  });
});

describe('a middleware that changes what it applies to', () => {
  it('is asked again for tools that it did not apply to before', async () => {
    let applies = false;
    const listeners = new Set<() => void>();
    const middleware: ToolMiddleware = {
      name: 'changing',
      appliesTo: () => applies,
      onAppliesToChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      execute: async () => ok('replaced'),
    };
    const tools = new ToolCoordinator().use(middleware).register(echoTool('echo'));
    expect(await tools.execute('echo', { text: 'x' })).toMatchObject({ value: 'x' });
    applies = true;
    for (const listener of listeners) listener();
    expect(await tools.execute('echo', { text: 'x' })).toMatchObject({ value: 'replaced' });
    await tools.shutdownAll();
    expect(listeners.size).toBe(0);
  });
});

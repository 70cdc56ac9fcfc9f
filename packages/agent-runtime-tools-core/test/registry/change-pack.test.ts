import { describe, expect, it } from 'vitest';
import { RegistrationError, ToolCoordinator, Type, defineTool, ok, type ToolHandler } from '../../src/index.ts';

const tool = (name: string, value = name): ToolHandler =>
  defineTool({ name, parameters: Type.Object({}), execute: async () => ok(value) });

const withPack = (...names: string[]): ToolCoordinator => {
  const tools: ToolCoordinator = new ToolCoordinator();
  tools.registerPack({ name: 'family', version: '1.0.0', tags: ['kin'], tools: names.map((name) => tool(name)) });
  return tools;
};

describe('changePack', () => {
  it('adds, replaces and removes single tools', async () => {
    const tools = withPack('a', 'b', 'c');
    tools.changePack('family', { set: [tool('b', 'new'), tool('d')], remove: ['c'] });
    expect(tools.getNames().toSorted()).toEqual(['a', 'b', 'd']);
    expect(await tools.execute('b', {})).toMatchObject({ ok: true, value: 'new' });
  });

  it('gives added tools the pack and its tags', async () => {
    const tools = withPack('a');
    tools.changePack('family', { set: [tool('d')] });
    expect(tools.view((known) => known.tags?.includes('kin') === true).getNames()).toEqual(['a', 'd']);
    tools.unregisterPack('family');
    expect(tools.getNames()).toEqual([]);
  });

  it('publishes which tools were added, removed and changed', () => {
    const tools = withPack('a', 'b');
    const events: unknown[] = [];
    tools.activity.subscribe('tools_changed', ({ data }) => void events.push(data));
    tools.changePack('family', { set: [tool('a'), tool('c')], remove: ['b'] });
    expect(events).toEqual([{ added: ['c'], removed: ['b'], changed: ['a'] }]);
  });

  it('changes nothing if one of the tools cannot be registered', async () => {
    const tools = withPack('a', 'b');
    tools.register(tool('taken'));
    expect(() => tools.changePack('family', { set: [tool('a', 'new'), tool('taken')], remove: ['b'] })).toThrow(
      RegistrationError,
    );
    expect(tools.getNames().toSorted()).toEqual(['a', 'b', 'taken']);
    expect(await tools.execute('a', {})).toMatchObject({ value: 'a' });
  });

  it('keeps the aliases that the host has given to a replaced tool', () => {
    const tools = withPack('a');
    tools.registerAlias('mine', 'a');
    tools.changePack('family', { set: [tool('a', 'new')] });
    expect(tools.has('mine')).toBe(true);
  });

  it('leaves a tool alone that belongs to nobody', () => {
    const tools = withPack('a');
    tools.register(tool('other'));
    tools.changePack('family', { remove: ['other'] });
    expect(tools.has('other')).toBe(true);
  });

  it('refuses a pack that is not registered', () => {
    expect(() => withPack('a').changePack('unknown', { remove: ['a'] })).toThrow(/no pack "unknown"/);
  });

  it('works on a pack that had no tools', () => {
    const tools = withPack();
    tools.changePack('family', { set: [tool('a')] });
    tools.changePack('family', { remove: ['a'] });
    tools.changePack('family', { set: [tool('b')] });
    expect(tools.getNames()).toEqual(['b']);
  });
});

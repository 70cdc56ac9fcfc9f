import { definePack, defineTool, ok, ToolCoordinator, Type, type RegisteredPack } from '../../src/index.ts';
import { expect, it } from 'vitest';

const toolOf = (name: string) => defineTool({ name, parameters: Type.Object({}), execute: async () => ok(name) });

function changingPack() {
  const log: string[] = [];
  const registered: RegisteredPack[] = [];
  const pack = definePack({
    name: 'changing',
    version: '1.0.0',
    tools: [toolOf('first')],
    aliases: {},
    attach(given) {
      log.push('attached');
      registered.push(given);
      return () => void log.push('detached');
    },
  });
  return { pack, log, registered };
}

it('an attached pack changes its tools, with aliases, until it is removed', () => {
  const { pack, log, registered } = changingPack();
  const tools = new ToolCoordinator().registerPack(pack);
  const changes: unknown[] = [];
  tools.activity.subscribe('tools_changed', ({ data }) => changes.push(data));
  registered[0]?.change({ set: [toolOf('second')], aliases: { other: 'second', first: 'second', none: 'missing' } });
  expect(tools.getNames()).toEqual(['first', 'second']);
  expect(tools.get('other')?.name).toBe('second');
  expect(tools.get('first')?.name).toBe('first');
  expect(changes).toEqual([{ added: ['second'], removed: [], changed: [] }]);
  registered[0]?.change({ set: [toolOf('second')] });
  expect(tools.get('other')?.name).toBe('second');

  tools.unregisterPack('changing');
  expect(tools.has('other')).toBe(false);
  registered[0]?.change({ set: [toolOf('third')] });
  expect(tools.getNames()).toEqual([]);
  expect(log).toEqual(['attached', 'detached']);
});

it('an attached pack that is replaced is detached before the new one is attached', () => {
  const { pack, log } = changingPack();
  new ToolCoordinator().registerPack(pack).replacePack(pack);
  expect(log).toEqual(['attached', 'detached', 'attached']);
});

it('an attached pack is detached when its last tool is unregistered, and at shutdown', async () => {
  const { pack, log } = changingPack();
  const tools = new ToolCoordinator().registerPack(pack);
  tools.unregister('first');
  expect(log).toEqual(['attached', 'detached']);
  const again = new ToolCoordinator().registerPack(pack);
  await again.shutdownAll();
  expect(log).toEqual(['attached', 'detached', 'attached', 'detached']);
});

it('a pack that fails to end does not disturb the shutdown', async () => {
  const errors: unknown[] = [];
  const ignore = (): undefined => undefined;
  const logger = { debug: ignore, info: ignore, warn: ignore, error: (...entry: unknown[]) => void errors.push(entry) };
  const tools = new ToolCoordinator({ logger }).registerPack(
    definePack({
      name: 'failing',
      version: '1.0.0',
      tools: [toolOf('first')],
      aliases: {},
      attach: () => () => Promise.reject(new Error('no')),
    }),
  );
  await tools.shutdownAll();
  expect(errors).toEqual([['a pack failed to end', { pack: 'failing', error: 'no' }]]);
});

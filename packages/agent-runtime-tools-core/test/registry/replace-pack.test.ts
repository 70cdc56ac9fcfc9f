import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { RegistrationError, ToolCoordinator, Type, defineTool, ok, type ToolHandler } from '../../src/index.ts';

const NOTHING = Type.Object({});
const tool = (name: string, more: Partial<ToolHandler> = {}): ToolHandler => ({
  ...defineTool({ name, parameters: NOTHING, execute: async () => ok(name) }),
  ...more,
});
const pack = (tools: ToolHandler[], aliases: Record<string, string> = {}) => ({
  name: 'family',
  version: '1.0.0',
  tools,
  aliases,
});

describe('a pack that is replaced', () => {
  it('keeps the aliases that the host has given its tools, and drops its own old ones', () => {
    const tools: ToolCoordinator = new ToolCoordinator();
    tools.registerPack(pack([tool('a'), tool('b')], { own: 'a' }));
    tools.registerAlias('mine', 'a');
    tools.registerAlias('other', 'b');
    tools.replacePack(pack([tool('a')], { newer: 'a' }));
    expect(['mine', 'newer', 'own', 'other', 'b'].map((name) => tools.has(name))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('does not touch a tool that the host has registered in place of one of its own', async () => {
    const tools: ToolCoordinator = new ToolCoordinator();
    tools.registerPack(pack([tool('a'), tool('b')]));
    tools.unregister('a');
    tools.register(tool('a', { version: '9.0.0' }));
    tools.replacePack(pack([tool('b')]));
    tools.unregisterPack('family');
    expect(tools.getNames()).toEqual(['a']);
    expect(tools.get('a')?.version).toBe('9.0.0');
  });

  it('or cannot be registered leaves no alias behind', () => {
    const tools: ToolCoordinator = new ToolCoordinator();
    tools.register(tool('host'));
    expect(() => tools.registerPack(pack([tool('a')], { first: 'host', second: 'nowhere' }))).toThrow(
      RegistrationError,
    );
    expect([tools.has('first'), tools.has('a')]).toEqual([false, false]);
    tools.registerPack(pack([tool('a')], { first: 'host' }));
    tools.unregisterPack('family');
    expect([tools.has('first'), tools.has('host')]).toEqual([false, true]);
  });
});

describe('shutting down', () => {
  it('waits for a running initialisation and shuts that tool down', async () => {
    const log: string[] = [];
    let initialised: (() => void) | undefined;
    const slow = tool('slow', {
      async initialize() {
        await new Promise<void>((resolve) => (initialised = resolve));
        log.push('initialised');
      },
      async shutdown() {
        log.push('shut down');
      },
    });
    const tools: ToolCoordinator = new ToolCoordinator({ limits: { graceMs: 10 } });
    tools.register(slow);
    const call = tools.execute('slow', {});
    const down = tools.shutdownAll();
    expect(await call).toMatchObject({ error: { code: 'SHUT_DOWN' } });
    await sleep(5);
    expect(log).toEqual([]);
    initialised?.();
    await down;
    expect(log).toEqual(['initialised', 'shut down']);
  });

  it('does not shut down a tool that could not be initialised', async () => {
    const log: string[] = [];
    const broken = tool('broken', {
      async initialize() {
        await sleep(30);
        throw new Error('no engine');
      },
      async shutdown() {
        log.push('shut down');
      },
    });
    const tools: ToolCoordinator = new ToolCoordinator({ limits: { graceMs: 5 } });
    tools.register(broken);
    void tools.execute('broken', {});
    await sleep(1);
    await tools.shutdownAll();
    expect(log).toEqual([]);
  });

  it('stops waiting for a hanging tool, and shuts down a tool whose initialisation ends late', async () => {
    const log: string[] = [];
    const errors: string[] = [];
    let initialised = (): void => {};
    const never = (): Promise<void> => new Promise(() => {});
    const late = tool('late', {
      limits: { timeoutMs: 20, graceMs: 5 },
      initialize: () => new Promise((resolve) => (initialised = resolve)),
      async shutdown() {
        log.push('shut down');
      },
    });
    const tools: ToolCoordinator = new ToolCoordinator({
      limits: { timeoutMs: 20, graceMs: 5 },
      logger: { debug() {}, info() {}, warn() {}, error: (message) => errors.push(message) },
    });
    tools.register(late);
    tools.register(tool('hangs', { shutdown: never }));
    tools.use({ name: 'm', execute: (params, _, next) => next(params), shutdown: never });
    await tools.execute('late', {});
    await tools.shutdownAll();
    expect(errors).toEqual(['a tool failed to shut down', 'a middleware failed to shut down']);
    expect(log).toEqual([]);
    initialised();
    await expect.poll(() => log).toEqual(['shut down']);
  });

  it('of a removed tool waits for its dry runs', async () => {
    const log: string[] = [];
    const tools: ToolCoordinator = new ToolCoordinator();
    tools.register(
      tool('plans', {
        async dryRun() {
          await sleep(20);
          log.push('planned');
          return ok({ summary: 'nothing', changes: [] });
        },
        async shutdown() {
          log.push('shut down');
        },
      }),
    );
    const plan = tools.dryRun('plans', {});
    tools.unregister('plans');
    expect((await plan).ok).toBe(true);
    await expect.poll(() => log).toEqual(['planned', 'shut down']);
  });
});

it('a tool whose limits are not numbers is refused', () => {
  expect(() => new ToolCoordinator().register(tool('odd', { limits: { timeoutMs: Number.NaN } }))).toThrow('timeoutMs');
});

it('a call whose artifact store hangs ends without the artifact', async () => {
  const artifacts = { put: () => new Promise<never>(() => {}), read: async () => undefined };
  const tools = new ToolCoordinator({
    services: { artifacts },
    limits: { timeoutMs: 30, maxOutputChars: 10 },
  }).register(defineTool({ name: 'long', parameters: NOTHING, execute: async () => ok('x'.repeat(1000)) }));
  const result = await tools.execute('long', {});
  expect(result.ok).toBe(true);
  expect(result.metadata.artifacts).toBeUndefined();
});

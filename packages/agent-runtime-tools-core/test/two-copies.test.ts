import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as Core from '../src/index.ts';

const built = join(import.meta.dirname, '..', 'dist');
const { version } = JSON.parse(readFileSync(join(built, '..', 'package.json'), 'utf8')) as { version: string };

let folder = '';
let one: typeof Core;
let two: typeof Core;
let newer: typeof Core;

/** A copy of the built package, with another version if one is given. */
async function copy(name: string, otherVersion?: string): Promise<typeof Core> {
  const target = join(folder, name);
  cpSync(built, target, { recursive: true, filter: (path) => !/\.(?:d\.ts|map)$/.test(path) });
  writeFileSync(join(target, 'package.json'), '{ "type": "module" }');
  for (const file of readdirSync(target).filter((entry) => entry.endsWith('.js'))) {
    const path = join(target, file);
    const text = readFileSync(path, 'utf8');
    const stamped = text.replace(`"${version}"`, `"${otherVersion ?? version}"`);
    writeFileSync(path, stamped.replace(/^\/\/# sourceMappingURL.*$/m, ''));
  }
  return (await import(pathToFileURL(join(target, 'index.js')).href)) as typeof Core;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'two-copies-'));
  one = await copy('one');
  two = await copy('two');
  newer = await copy('newer', '99.1.0');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('two copies of core in one tree', () => {
  it('are really different modules', () => {
    expect(one.ToolFailure).not.toBe(two.ToolFailure);
  });

  it('recognise each other’s errors', async () => {
    const failure = new one.ToolFailure({
      code: 'FILE_NOT_FOUND',
      kind: 'user_error',
      message: 'gone',
      retryable: false,
    });
    expect(failure).toBeInstanceOf(two.ToolFailure);
    expect(new one.RegistrationError('x')).toBeInstanceOf(two.RegistrationError);
    expect(new Error('x')).not.toBeInstanceOf(two.ToolFailure);
    expect(new Error('x')).not.toBeInstanceOf(two.RegistrationError);
    class Special extends two.ToolFailure {}
    expect(failure).not.toBeInstanceOf(Special);
    const throwing = one.defineTool({
      name: 'throwing',
      parameters: one.Type.Object({}),
      execute: () => Promise.reject(failure),
    });
    const tools = new two.ToolCoordinator().register(throwing);
    expect(await tools.execute('throwing', {})).toMatchObject({ error: { code: 'FILE_NOT_FOUND', message: 'gone' } });
  });

  it('accept each other’s contexts as parents', async () => {
    const seen: unknown[] = [];
    const inner = new two.ToolCoordinator({ limits: { maxDepth: 3 } }).register(
      two.defineTool({
        name: 'inner',
        parameters: two.Type.Object({}),
        execute: async (_, { taskId, principal, turnId, parentTasks }) => {
          seen.push({ taskId, principal, turnId, parentTasks });
          return two.ok(null);
        },
      }),
    );
    const outer = new one.ToolCoordinator();
    outer.register(
      one.defineTool({
        name: 'outer',
        parameters: one.Type.Object({}),
        execute: async (_, parent) => {
          await inner.execute('inner', {}, { parent, taskId: 'sub' });
          return one.ok(null);
        },
      }),
    );
    await outer.execute('outer', {}, { taskId: 'task', turnId: 'turn', principal: { id: 'alice' } });
    expect(seen).toEqual([{ taskId: 'sub', principal: { id: 'alice' }, turnId: 'turn', parentTasks: ['task'] }]);
  });

  it('stop calls nested in each other’s calls, limit recursion, and pause each other’s clocks', async () => {
    const [a, b] = [new one.ToolCoordinator({ limits: { graceMs: 20, timeoutMs: 60 } }), new two.ToolCoordinator()];
    const codes: string[] = [];
    let calls = 0;
    const round = (next: () => Core.ToolCoordinator): Core.ToolHandler => ({
      ...one.defineTool({ name: 'round', parameters: one.Type.Object({}), execute: async () => one.ok(0) }),
      async execute(_, parent) {
        if (++calls > 100) throw new Error('without end');
        const result = await next().execute('round', {}, { parent });
        if (!result.ok) codes.push(result.error.code);
        return one.ok(0);
      },
    });
    a.register(round(() => b));
    b.register(round(() => a));
    await a.execute('round', {});
    expect(codes).toEqual(['RECURSION_LIMIT']);

    b.register(
      two.defineTool({
        name: 'ask',
        parameters: two.Type.Object({}),
        requiresApproval: true,
        execute: async () => two.ok(1),
      }),
    ).use({
      name: 'person',
      phase: 'approve',
      appliesTo: ({ name }) => name === 'ask',
      execute: async (params, _, next) => {
        await new Promise((resolve) => setTimeout(resolve, 150));
        return next(params, { by: 'person' });
      },
    });
    a.register(
      one.defineTool({
        name: 'delegates',
        parameters: one.Type.Object({}),
        execute: async (_, parent) => one.ok((await b.execute('ask', {}, { parent })).ok),
      }),
    );
    expect(await a.execute('delegates', {})).toMatchObject({ ok: true, value: true });
    const stopped = b.execute('ask', {}, { parent: { ...(await contextOf(a)), signal: AbortSignal.abort() } });
    expect(await stopped).toMatchObject({ error: { code: 'CANCELLED' } });
  });

  it('refuse packs made with an incompatible core, with the command that fixes it', () => {
    const pack = newer.definePack({ name: 'families', version: '1.0.0', tools: [] });
    expect(pack.coreVersion).toBe('99.1.0');
    const line = 'npm install @ku0/agent-runtime-tools-core@^99.1.0';
    for (const register of ['registerPack', 'replacePack'] as const)
      expect(() => new one.ToolCoordinator()[register](pack)).toThrow(line);
    const own = two.definePack({ name: 'families', version: '1.0.0', tools: [] });
    expect(own.coreVersion).toBe(version);
    expect(() => new one.ToolCoordinator().registerPack(own)).not.toThrow();
    expect(() => new one.ToolCoordinator().registerPack({ name: 'plain', version: '1.0.0', tools: [] })).not.toThrow();
  });
});

/** The context that a call got, as plain data. */
async function contextOf(tools: Core.ToolCoordinator): Promise<Core.ToolContext> {
  const { promise, resolve } = Promise.withResolvers<Core.ToolContext>();
  tools.register(
    one.defineTool({
      name: 'context',
      parameters: one.Type.Object({}),
      execute: async (_, context) => {
        resolve(context);
        return one.ok(0);
      },
    }),
  );
  await tools.execute('context', {});
  return promise;
}

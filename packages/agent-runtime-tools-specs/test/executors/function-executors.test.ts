import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, ToolFailure } from '@ku0/agent-runtime-tools-core';
import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { describe, expect, it } from 'vitest';
import {
  customExecutor,
  moduleExecutor,
  specErrors,
  ToolSpecRegistry,
  UnifiedToolExecutor,
  type SpecExecutor,
} from '../../src/index.ts';

const fixtures = join(import.meta.dirname, '..', 'fixtures');

function executorFor(kind: string, config: object, executor: SpecExecutor): UnifiedToolExecutor {
  const specRegistry = new ToolSpecRegistry().add({
    name: 'run',
    description: 'runs',
    tool_type: kind,
    input_schema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
    implementation_config: config,
  });
  return new UnifiedToolExecutor({ specRegistry, executors: [executor] });
}

describe('a module tool', () => {
  const modules = moduleExecutor({
    folders: [fixtures],
    modules: { named: () => import(pathToFileURL(join(fixtures, 'math.mjs')).href) },
  });
  const run = (config: object, args = {}, options = {}) =>
    executorFor('module', config, modules).execute('run', args, options);

  it('calls a function of a file or of a module that the host names', async () => {
    const args = { a: 1, b: 2 };
    expect(await run({ module: 'math.mjs', function_name: 'add' }, args)).toMatchObject({ value: 3 });
    expect(await run({ module: 'named', functionName: 'add' }, args)).toMatchObject({ value: 3 });
    expect(await run({ module: './math.mjs' }, {}, { taskId: 't' })).toMatchObject({ value: { task: 't' } });
  });

  it('fails with the message of what the function throws', async () => {
    expect(await run({ module: 'math.mjs', function_name: 'fails' })).toMatchObject({
      error: { code: 'FUNCTION_FAILED', message: 'TypeError: not today' },
    });
  });

  it('loads nothing outside of its folders', async () => {
    await using folder = await createTestFolder({ 'inside/a.mjs': '', 'outside.mjs': 'export default () => 1;' });
    const root = join(folder.path, 'inside');
    await symlink(join(folder.path, 'outside.mjs'), join(root, 'link.mjs'));
    const confined = moduleExecutor({ folders: [root] });
    for (const module of [
      '../outside.mjs',
      'link.mjs',
      join(folder.path, 'outside.mjs'),
      'node:fs',
      'fs',
      'missing.mjs',
    ])
      expect(await executorFor('module', { module }, confined).execute('run'), module).toMatchObject({
        error: { code: 'SPEC_UNUSABLE' },
      });
  });

  it('is unusable without the function, or with members that are unknown', async () => {
    expect(await run({ module: 'math.mjs', function_name: 'toString' })).toMatchObject({ ok: false });
    expect(await run({ module: 'math.mjs', function: 'add' })).toMatchObject({
      error: {
        code: 'SPEC_UNUSABLE',
        message: expect.stringContaining('implementation_config.function: unknown member'),
      },
    });
  });
});

describe('a custom tool', () => {
  it('runs a handler of the host, with its value, its result or its failure', async () => {
    const custom = customExecutor({
      value: ({ a }) => ({ a }),
      nothing: () => undefined,
      result: () => fail('MINE', 'my own'),
      failure: () => {
        throw new ToolFailure(specErrors.COMMAND_FAILED());
      },
    });
    const run = (handler: string) => executorFor('custom', { handler }, custom).execute('run', { a: 1 });
    expect(await run('value')).toMatchObject({ value: { a: 1 } });
    expect(await run('nothing')).toMatchObject({ ok: true, value: null });
    expect(await run('result')).toMatchObject({ error: { code: 'MINE' } });
    expect(await run('failure')).toMatchObject({ error: { code: 'COMMAND_FAILED' } });
    expect(await run('constructor')).toMatchObject({ error: { code: 'SPEC_UNUSABLE' } });
  });
});

describe('a kind of your own', () => {
  it('is an executor of that kind', async () => {
    const reversing: SpecExecutor = {
      kind: 'reverse',
      prepare: (spec, config) => ({
        execute: async () => ({ ...fail('X', `${spec.name} ${String(config['text'])}`), ok: false }),
      }),
    };
    expect(await executorFor('reverse', { text: 'hi' }, reversing).execute('run')).toMatchObject({
      error: { code: 'X', message: 'run hi' },
    });
  });

  it('is needed for a spec of that kind', async () => {
    const executor = executorFor('unknown', {}, customExecutor({}));
    expect(await executor.execute('run')).toMatchObject({ error: { code: 'SPEC_UNUSABLE' } });
    expect(await executor.check()).toMatchObject([{ tool: 'run', message: expect.stringContaining('unknown') }]);
  });
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createSandbox } from '@ku0/agent-runtime-tools-sandbox';
import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { describe, expect, it } from 'vitest';
import { pythonExecutor, ToolSpecRegistry, UnifiedToolExecutor } from '../../src/index.ts';

const hasSandbox = process.platform === 'linux' && existsSync('/usr/bin/bwrap') && existsSync('/usr/bin/python3');

const MODULE = `
def add(a, b):
    return a + b

def write(path):
    open(path, "w").close()
    return "written"
`;

const specRegistry = new ToolSpecRegistry();
for (const [name, properties] of Object.entries({
  add: { a: { type: 'number' }, b: { type: 'number' } },
  write: { path: { type: 'string' } },
}))
  specRegistry.add({
    name,
    description: name,
    tool_type: 'python',
    input_schema: { type: 'object', properties },
    implementation_config: { module: 'confined', function_name: name },
  });

describe.skipIf(!hasSandbox)('Python in the sandbox (needs bubblewrap, python3)', () => {
  it('runs functions that cannot change anything if the profile only reads', async () => {
    await using folder = await createTestFolder({ 'project/tools/confined.py': MODULE });
    const root = join(folder.path, 'project');
    const workspace = createWorkspace({ roots: [root], state: join(folder.path, 'state') });
    const sandbox = createSandbox({ workspace });
    const executor = new UnifiedToolExecutor({
      specRegistry,
      executors: [pythonExecutor({ folders: [join(root, 'tools')], sandbox: 'read-only', workers: 1 })],
      services: { workspace, confinement: sandbox },
    });
    expect(await executor.execute('add', { a: 1, b: 2 })).toMatchObject({ ok: true, value: 3 });
    expect(await executor.execute('write', { path: join(root, 'new.txt') })).toMatchObject({
      error: { code: 'FUNCTION_FAILED', message: expect.stringContaining('Read-only file system') },
    });
    expect(existsSync(join(root, 'new.txt'))).toBe(false);
    await executor.shutdown();
    await sandbox.shutdown();
    await workspace.shutdown?.();
  });

  it('runs nothing without a sandbox', async () => {
    const executor = new UnifiedToolExecutor({
      specRegistry,
      executors: [pythonExecutor({ folders: [import.meta.dirname], sandbox: 'read-only' })],
    });
    expect(await executor.execute('add', { a: 1, b: 2 })).toMatchObject({ error: { code: 'ENGINE_NOT_AVAILABLE' } });
    await executor.shutdown();
  });
});

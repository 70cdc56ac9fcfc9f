import { defineTool, ok, ToolCoordinator, Type } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from './temporary-workspace.ts';

const first = defineTool({
  name: 'first_line',
  parameters: Type.Object({ path: Type.String() }),
  execute: async ({ path }, { services, taskId }) =>
    ok((await services.workspace?.readLines(path, { taskId, limit: 1 }))?.lines[0] ?? ''),
});

describe('a tool', () => {
  it('reaches the workspace by its services, and its failure is the result', async () => {
    const { workspace } = temporaryWorkspace({ 'a.txt': 'one\ntwo\n' });
    const tools = new ToolCoordinator({ services: { workspace, artifacts: workspace.artifacts } }).register(first);
    expect(await tools.execute('first_line', { path: 'a.txt' })).toMatchObject({ ok: true, value: 'one' });
    expect(await tools.execute('first_line', { path: '/etc/hostname' })).toMatchObject({
      ok: false,
      error: { code: 'INVALID_PATH', kind: 'security_error' },
    });
    await tools.shutdownAll();
  });
});

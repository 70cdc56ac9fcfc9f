import { ToolCoordinator, Type, defineTool, fail, ok } from '@ku0/agent-runtime-tools-core';
import { expect, it } from 'vitest';
import { createProcesses } from '../src/index.ts';

it('a tool finds the service in its context, and a cancelled call ends its program', async () => {
  const shell = defineTool({
    name: 'shell',
    parameters: Type.Object({ command: Type.String() }),
    execute: async ({ command }, { services, signal, taskId }) => {
      const result = await services.processes?.run(command, { shell: true, signal, taskId });
      return result === undefined || result.error !== undefined
        ? fail(result?.error ?? 'NO_SERVICE')
        : ok(result.stdout);
    },
  });
  const tools = new ToolCoordinator({ services: { processes: createProcesses() } }).register(shell);
  expect(await tools.execute('shell', { command: 'echo hi' })).toMatchObject({ ok: true, value: 'hi\n' });
  const cancelled = tools.execute('shell', { command: 'sleep 60' }, { signal: AbortSignal.timeout(100) });
  expect(await cancelled).toMatchObject({ ok: false });
});

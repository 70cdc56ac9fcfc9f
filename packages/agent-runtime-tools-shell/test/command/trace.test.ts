import { createProcesses } from '@ku0/agent-runtime-tools-processes';
import { createTestContext, createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { expect, it } from 'vitest';
import { bashTool } from '../../src/index.ts';
import { valueOf } from '../tools-for-test.ts';

it('a command joins the trace of its call by its environment', async () => {
  await using folder = await createTestFolder();
  await using state = await createTestFolder();
  const processes = createProcesses();
  const services = { processes, workspace: createWorkspace({ roots: [folder.path], state: state.path }) };
  const context = createTestContext({ cwd: folder.path, services });
  const trace = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', tracestate: 'a=1' };
  const command = 'echo "[$TRACEPARENT|$TRACESTATE]"';
  const traced = valueOf(await bashTool().execute({ command }, { ...context, trace }));
  expect(traced.stdout).toBe(`[${trace.traceparent}|a=1]\n`);
  expect(valueOf(await bashTool().execute({ command }, context)).stdout).toBe('[|]\n');
  await processes.shutdown();
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { hooks } from '@ku0/agent-runtime-tools-hooks';
import { shellPack } from '@ku0/agent-runtime-tools-shell';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { trace } from '@opentelemetry/api';
import { expect, it } from 'vitest';
import { telemetry } from '../src/index.ts';
import { spans, tracerProvider } from './fixtures/tracing.ts';

it('the span of a call reaches its hooks and the processes that its tool starts', { timeout: 60_000 }, async () => {
  trace.setGlobalTracerProvider(tracerProvider);
  await using folder = await createTestFolder();
  await using state = await createTestFolder();
  const server = createServer(({ headers }, response) => response.end(`http ${String(headers['traceparent'])}`));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const shared = { type: 'PreToolUse', toolPatterns: ['*'] } as const;
  const { middlewares } = await telemetry({ openTelemetry: true });
  const workspace = createWorkspace({ roots: [folder.path], state: state.path });
  const tools = new ToolCoordinator({ services: { workspace } })
    .use(middlewares)
    .use(
      hooks([
        { ...shared, name: 'command', command: 'echo "command $TRACEPARENT"' },
        { ...shared, name: 'http', url },
      ]),
    )
    .use({ name: 'yes', phase: 'approve', execute: (params, _, next) => next(params, { by: 'person' }) })
    .registerPack(shellPack());
  const result = await tools.execute('bash', { command: 'echo "shell $TRACEPARENT"' });
  const call = spans.finished().find(({ name }) => name === 'execute_tool bash');
  const { traceId, spanId } = call?.spanContext() ?? {};
  const traceparent = `00-${traceId}-${spanId}-01`;
  expect(result).toMatchObject({ ok: true, value: { stdout: `shell ${traceparent}\n` } });
  expect(result.metadata.contextModifications).toEqual([`command ${traceparent}`, `http ${traceparent}`]);
  await tools.shutdownAll();
  await workspace.shutdown();
  server.close();
  server.closeAllConnections();
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import { defineTool, ok, Type } from '@ku0/agent-runtime-tools-core';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { telemetry } from '../src/index.ts';
import { createTools, person } from './fixtures/tools.ts';

/** The lines of a metric, without its comments. */
function lines(text: string, metric: string): string[] {
  return text.split('\n').filter((line) => line.startsWith(metric) && /^[ {]/.test(line.slice(metric.length)));
}

describe('the Prometheus metrics', () => {
  it('count calls, errors by code, durations and decisions', async () => {
    const { middlewares, scrape } = await telemetry({ prometheus: true });
    const tools = createTools([...middlewares, person('yes')]);
    await tools.execute('note', { text: 'a' });
    await tools.execute('note', { text: 'b' });
    await tools.execute('note', { text: 'bad' });
    await tools.execute('note', {});
    await tools.execute('secret', {});
    const { text, contentType } = await scrape();
    expect(contentType).toContain('text/plain');
    expect(lines(text, 'agent_tool_calls_total')).toEqual([
      'agent_tool_calls_total{tool="note",outcome="ok"} 2',
      'agent_tool_calls_total{tool="note",outcome="error"} 2',
      'agent_tool_calls_total{tool="secret",outcome="ok"} 1',
      'agent_tool_calls_total{tool="secret",outcome="error"} 0',
    ]);
    expect(lines(text, 'agent_tool_errors_total')).toEqual([
      'agent_tool_errors_total{tool="note",code="NOTE_BAD"} 1',
      'agent_tool_errors_total{tool="note",code="VALIDATION_ERROR"} 1',
    ]);
    expect(lines(text, 'agent_tool_call_duration_seconds_count')).toEqual([
      'agent_tool_call_duration_seconds_count{tool="note"} 4',
      'agent_tool_call_duration_seconds_count{tool="secret"} 1',
    ]);
    expect(lines(text, 'agent_tool_call_duration_seconds_bucket')).toContain(
      'agent_tool_call_duration_seconds_bucket{le="+Inf",tool="note"} 4',
    );
    expect(lines(text, 'agent_tool_approvals_total')).toEqual([
      'agent_tool_approvals_total{tool="secret",outcome="approved",by="person"} 1',
    ]);
    expect(lines(text, 'agent_tool_approval_wait_seconds_count')).toEqual([
      'agent_tool_approval_wait_seconds_count{by="person"} 1',
    ]);
    const [sum = ''] = lines(text, 'agent_tool_approval_wait_seconds_sum');
    expect(Number(sum.split(' ')[1])).toBeGreaterThan(0.01);
    // Two scrapes do not count twice.
    expect((await scrape()).text).toBe(text);
  });

  it('show the queue, and how long calls waited in it, apart from the wait for a person', async () => {
    const { middlewares, scrape } = await telemetry({ prometheus: true });
    const tools = createTools(middlewares, { concurrency: { limit: 1 } });
    let finish = (): void => {};
    tools.register(
      defineTool({
        name: 'slow',
        parameters: Type.Object({}),
        async execute() {
          await new Promise<void>((resolve) => (finish = resolve));
          return ok(1);
        },
      }),
    );
    const calls = [tools.execute('slow', {}), tools.execute('note', { text: 'a' })];
    const during = (await scrape()).text;
    expect(lines(during, 'agent_tool_queue_length')).toEqual(['agent_tool_queue_length 1']);
    expect(lines(during, 'agent_tool_calls_in_flight')).toEqual(['agent_tool_calls_in_flight 2']);
    await new Promise((resolve) => setTimeout(resolve, 5));
    finish();
    await Promise.all(calls);
    const after = (await scrape()).text;
    expect(lines(after, 'agent_tool_queue_length')).toEqual(['agent_tool_queue_length 0']);
    expect(lines(after, 'agent_tool_queue_wait_seconds_count')).toEqual([
      'agent_tool_queue_wait_seconds_count{tool="note"} 1',
    ]);
    expect(lines(after, 'agent_tool_approval_wait_seconds_count')).toEqual([]);
  });

  it('have no label for a tool that a model made up, and a bounded number of labels in all', async () => {
    const { middlewares, scrape } = await telemetry({ prometheus: true, maxTools: 5 });
    const tools = createTools(middlewares);
    for (let index = 0; index < 20; index++) await tools.execute(`made_up_${index}"} 1\n`, {});
    for (let index = 0; index < 20; index++) {
      const name = `tool_${index}`;
      const fails = index % 2 === 0;
      tools.register(
        defineTool({
          name,
          parameters: Type.Object({}),
          async execute() {
            if (!fails) return ok(1);
            throw new Error('broken');
          },
        }),
      );
      await tools.execute(name, {});
    }
    const { text } = await scrape();
    expect(text).not.toContain('made_up');
    expect(lines(text, 'agent_tool_calls_total')).toContain(
      'agent_tool_calls_total{tool="unknown",outcome="error"} 20',
    );
    expect(lines(text, 'agent_tool_calls_total')).toContain('agent_tool_calls_total{tool="other",outcome="ok"} 8');
    expect(lines(text, 'agent_tool_calls_total')).toHaveLength(2 * 7);
  });

  it('go on with the name of a tool that was removed during its call', async () => {
    const { middlewares, scrape } = await telemetry({ prometheus: true });
    const tools = createTools(middlewares);
    await tools.execute('note', { text: 'a' });
    tools.unregister('note');
    await tools.execute('note', { text: 'a' });
    expect(lines((await scrape()).text, 'agent_tool_errors_total')).toEqual([
      'agent_tool_errors_total{tool="note",code="TOOL_NOT_FOUND"} 1',
    ]);
  });

  it('are scraped over HTTP, together with other metrics of the host', async () => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const { middlewares, handler } = await telemetry({ prometheus: { registry } });
    const tools = createTools(middlewares);
    await tools.execute('note', { text: 'a' });
    const server = createServer(handler).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/metrics`;
    const response = await fetch(url);
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    const text = await response.text();
    expect(text).toContain('agent_tool_calls_total{tool="note",outcome="ok"} 1');
    expect(text).toContain('process_cpu_seconds_total');
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
    registry.metrics = async () => {
      throw new Error('secret');
    };
    const failed = await fetch(url);
    expect([failed.status, await failed.text()]).toEqual([500, '']);
    server.close();
    server.closeAllConnections();
  });

  it('add up several coordinators, and forget one that was shut down', async () => {
    const { middlewares, scrape } = await telemetry({ prometheus: true });
    const [one, two] = [createTools(middlewares), createTools(middlewares)];
    await Promise.all([one.execute('note', { text: 'a' }), two.execute('note', { text: 'a' })]);
    await one.shutdownAll();
    await two.execute('note', { text: 'a' });
    expect((await scrape()).text).toContain('agent_tool_calls_total{tool="note",outcome="ok"} 3');
  });
});

describe('telemetry that is off', () => {
  it('adds no middleware and answers no scrape', async () => {
    const { middlewares, scrape } = await telemetry({});
    expect(middlewares).toEqual([]);
    await expect(scrape()).rejects.toThrow('Prometheus is off');
  });

  it('is in no chain of middlewares when only metrics and logs are on', async () => {
    const { middlewares } = await telemetry({ prometheus: true });
    expect(middlewares).toHaveLength(1);
    expect(middlewares[0]?.appliesTo?.({ name: 'a', version: '', capabilities: {} } as never, { hooked: false })).toBe(
      false,
    );
  });
});

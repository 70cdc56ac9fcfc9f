import { context, metrics, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { defineTool, ok, Type, type ToolMiddleware } from '@ku0/agent-runtime-tools-core';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { telemetry } from '../src/index.ts';
import { createTools, person } from './fixtures/tools.ts';
import { spans, tracerProvider } from './fixtures/tracing.ts';

const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter: metricExporter, exportIntervalMillis: 3_600_000 });
const meterProvider = new MeterProvider({ readers: [reader] });
metrics.setGlobalMeterProvider(meterProvider);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
trace.setGlobalTracerProvider(tracerProvider);

beforeEach(() => spans.reset());
afterAll(() => meterProvider.shutdown());

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('the span of a call', () => {
  it('follows the semantic conventions for generative AI', async () => {
    const { middlewares } = await telemetry({ openTelemetry: true });
    const tools = createTools(middlewares);
    await tools.execute('note', { text: 'a' }, { callId: 'call_0', taskId: 'task-1', principal: { id: 'alice' } });
    const [span] = spans.finished();
    expect(span).toMatchObject({
      name: 'execute_tool note',
      kind: SpanKind.INTERNAL,
      status: { code: SpanStatusCode.UNSET },
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'note',
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.id': 'call_0',
        'gen_ai.conversation.id': 'task-1',
        'user.id': 'alice',
        'agent.tool.attempts': 1,
      },
    });
    expect(Object.keys(span?.attributes ?? {})).not.toContain('gen_ai.tool.call.arguments');
  });

  it('has the code of an error, also of calls that no middleware sees', async () => {
    const { middlewares } = await telemetry({ openTelemetry: true });
    const tools = createTools(middlewares);
    await tools.execute('note', { text: 'bad' });
    await tools.execute('note', {});
    await tools.execute('no_such_tool', {});
    expect(spans.finished()).toMatchObject([
      { name: 'execute_tool note', attributes: { 'error.type': 'NOTE_BAD' }, status: { code: SpanStatusCode.ERROR } },
      { name: 'execute_tool note', attributes: { 'error.type': 'VALIDATION_ERROR' } },
      { name: 'execute_tool', attributes: { 'error.type': 'TOOL_NOT_FOUND', 'gen_ai.tool.name': 'no_such_tool' } },
    ]);
  });

  it('continues the trace that the host gave, and hands its own ids on', async () => {
    const { middlewares } = await telemetry({ openTelemetry: true });
    const seen: unknown[] = [];
    const look: ToolMiddleware = {
      name: 'look',
      phase: 'guard',
      execute(params, { trace: own }, next) {
        seen.push(own);
        return next(params);
      },
    };
    const tools = createTools([...middlewares, look]);
    await tools.execute('note', { text: 'a' }, { trace: { traceparent: PARENT, tracestate: 'a=1,b=2' } });
    const [span] = spans.finished();
    const { traceId, spanId } = span?.spanContext() ?? {};
    expect(traceId).toBe('0af7651916cd43dd8448eb211c80319c');
    expect(span?.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
    expect(seen).toEqual([{ traceparent: `00-${traceId}-${spanId}-01`, tracestate: 'a=1,b=2' }]);
  });

  it('continues the trace that the host gave, also of calls that no middleware sees', async () => {
    const { middlewares } = await telemetry({ openTelemetry: true });
    const tools = createTools(middlewares);
    const given = { trace: { traceparent: PARENT } };
    await tools.execute('note', {}, given);
    await tools.execute('no_such_tool', {}, given);
    await tools.execute('no_such_tool', {});
    const [invalid, unknown, without] = spans.finished();
    for (const span of [invalid, unknown]) {
      expect(span?.spanContext().traceId).toBe('0af7651916cd43dd8448eb211c80319c');
      expect(span?.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
    }
    expect(without?.parentSpanContext).toBeUndefined();
  });

  it('is the parent of calls that its handler makes, and of spans in its handler', async () => {
    const { middlewares } = await telemetry({ openTelemetry: true });
    const tools = createTools(middlewares);
    tools.register(
      defineTool({
        name: 'outer',
        parameters: Type.Object({}),
        async execute(_, own) {
          await tools.execute('note', { text: 'a' }, { parent: own });
          trace.getTracer('handler').startSpan('query').end();
          return ok(1);
        },
      }),
    );
    await tools.execute('outer', {});
    const [inner, query, outer] = spans.finished();
    expect([inner?.name, query?.name, outer?.name]).toEqual(['execute_tool note', 'query', 'execute_tool outer']);
    for (const child of [inner, query]) expect(child?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
  });

  it('is a child of the span that is active where the call is made', async () => {
    const { middlewares } = await telemetry({ openTelemetry: true });
    const tools = createTools(middlewares);
    const agent = trace.getTracer('host').startSpan('invoke_agent');
    await context.with(trace.setSpan(context.active(), agent), () => tools.execute('note', { text: 'a' }));
    expect(spans.finished()[0]?.parentSpanContext?.spanId).toBe(agent.spanContext().spanId);
  });

  it('has children for hooks, and for the time that a person took', async () => {
    const { middlewares } = await telemetry({ openTelemetry: true });
    const hook: ToolMiddleware = {
      name: 'hooks',
      phase: 'hook',
      execute(params, { publish }, next) {
        const data = {
          toolName: 'secret',
          hook: 'lint',
          event: 'PreToolUse',
          decision: 'allow',
          durationMs: 3,
        } as const;
        publish('hook_end', data);
        return next(params);
      },
    };
    await createTools([...middlewares, person('yes'), hook]).execute('secret', {});
    const [hooked, approval, call] = spans.finished();
    expect(hooked).toMatchObject({ name: 'tool_hook', attributes: { 'agent.tool.hook.name': 'lint' } });
    expect(approval).toMatchObject({ name: 'tool_approval', attributes: { 'agent.tool.approval.by': 'person' } });
    expect(call).toMatchObject({ attributes: { 'agent.tool.approval.rule': 'ask' } });
    for (const child of [hooked, approval]) expect(child?.parentSpanContext?.spanId).toBe(call?.spanContext().spanId);
    const [seconds = 0, nanos = 0] = approval?.duration ?? [];
    expect(seconds * 1000 + nanos / 1e6).toBeGreaterThan(10);
  });

  it('records arguments and results only if the host wants that, redacted and cut', async () => {
    const { middlewares } = await telemetry({ openTelemetry: { captureContent: true } });
    const tools = createTools(middlewares, { redact: (text) => text.replaceAll('hunter2', '***') });
    await tools.execute('note', { text: `hunter2 ${'x'.repeat(100_000)}` });
    const { 'gen_ai.tool.call.arguments': args, 'gen_ai.tool.call.result': result } =
      spans.finished()[0]?.attributes ?? {};
    for (const content of [args, result]) {
      expect(content).toContain('***');
      expect(String(content).length).toBeLessThan(8100);
    }
  });

  it('is in the lines of the log', async () => {
    const written: object[] = [];
    const write = (fields: object): void => void written.push(fields);
    const logger = { debug: write, info: write, warn: write, error: write };
    const { middlewares } = await telemetry({ openTelemetry: true, logs: { logger } });
    await createTools(middlewares).execute('note', { text: 'a' });
    const { traceId, spanId } = spans.finished()[0]?.spanContext() ?? {};
    expect(written.at(-1)).toMatchObject({ event: 'tool_call_end', trace_id: traceId, span_id: spanId });
  });
});

describe('the metrics of OpenTelemetry', () => {
  it('are the same as those of Prometheus, and those of the conventions', async () => {
    const { middlewares } = await telemetry({ openTelemetry: { traces: false } });
    expect(middlewares).toHaveLength(1);
    const tools = createTools([...middlewares, person('no')]);
    await tools.execute('note', { text: 'a' });
    await tools.execute('note', { text: 'bad' });
    await tools.execute('secret', {});
    metricExporter.reset();
    await reader.forceFlush();
    const found = metricExporter
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
    const points = (name: string): unknown[] =>
      found
        .filter(({ descriptor }) => descriptor.name === name)
        .flatMap(({ dataPoints }) => dataPoints.map(({ attributes, value }) => ({ attributes, value })));
    expect(points('agent.tool.calls')).toContainEqual({ attributes: { tool: 'note', outcome: 'ok' }, value: 1 });
    expect(points('agent.tool.errors')).toContainEqual({ attributes: { tool: 'note', code: 'NOTE_BAD' }, value: 1 });
    expect(points('agent.tool.approvals')).toContainEqual({
      attributes: { tool: 'secret', outcome: 'denied', by: 'person' },
      value: 1,
    });
    expect(points('agent.tool.call.duration')).toContainEqual({
      attributes: { tool: 'note' },
      value: expect.objectContaining({ count: expect.any(Number) }),
    });
    expect(points('agent.tool.approval.wait')).toHaveLength(1);
    expect(points('agent.tool.queue.length')).toEqual([{ attributes: {}, value: 0 }]);
    expect(points('gen_ai.execute_tool.duration')).toContainEqual({
      attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'note', 'error.type': 'NOTE_BAD' },
      value: expect.anything(),
    });
  });
});

import {
  cutText,
  printable,
  type ActivityEvent,
  type AttachedCoordinator,
  type ToolContext,
  type ToolNext,
  type ToolResult,
  type TraceContext,
} from '@ku0/agent-runtime-tools-core';
import {
  context as otelContext,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { parentContext, toTrace } from './trace-link.ts';

/**
 * Makes a span of every call, named and described as the semantic conventions for generative AI say (`execute_tool`), with
 * child spans for hooks and for the time that an approval took.
 */
export class CallSpans {
  readonly #tracer: Tracer;
  readonly #capturesContent: boolean;
  readonly #open = new Map<string, OpenSpan>();
  /** The traces that the host gave for calls that have not ended. */
  readonly #given = new Map<string, TraceContext>();
  /** The arguments of calls that have not ended, if content is recorded. */
  readonly #content = new Map<string, string>();

  constructor(tracer: Tracer, { capturesContent }: { readonly capturesContent: boolean }) {
    this.#tracer = tracer;
    this.#capturesContent = capturesContent;
  }

  /** Runs a call inside a span, whose ids reach hooks, child processes and servers through the trace of the call. */
  run(params: unknown, context: ToolContext, next: ToolNext): Promise<ToolResult> {
    const { name, remote } = context.tool;
    const parent = parentContext(context.trace);
    const attributes = attributesOf(context, name, remote === undefined ? 'function' : 'extension');
    const span = this.#tracer.startSpan(`execute_tool ${name}`, { kind: SpanKind.INTERNAL, attributes }, parent);
    const inside = trace.setSpan(parent, span);
    this.#open.set(context.callKey, { span, inside });
    const own = toTrace(span.spanContext());
    if (own !== undefined) context.setTrace(own);
    return otelContext.with(inside, () => next(params));
  }

  /** Listens to what happens to calls. Returns a function that ends this. */
  listen(coordinator: AttachedCoordinator): () => void {
    // Listeners to all events are called last and in order: whoever logs the end of a call before still finds its span.
    return coordinator.activity.subscribe('*', (event) => {
      switch (event.type) {
        case 'tool_call_start':
          return this.#started(event);
        case 'tool_call_end':
          return this.#ended(event, coordinator.has(event.data.toolName));
        case 'hook_end':
          return this.#hooked(event);
        case 'approval_decided':
          return this.#decided(event);
        default:
          return undefined;
      }
    });
  }

  /** The ids of the span of a call that has not ended. */
  idsOf(callKey: string): { readonly trace_id: string; readonly span_id: string } | undefined {
    const ids = this.#open.get(callKey)?.span.spanContext();
    return ids && { trace_id: ids.traceId, span_id: ids.spanId };
  }

  /** Content is recorded only where the host has asked for it. It comes from the event, where secrets are redacted. */
  #started({ data, callKey }: ActivityEvent<'tool_call_start'>): void {
    if (data.trace !== undefined) this.#given.set(callKey, data.trace);
    if (!this.#capturesContent) return;
    this.#content.set(callKey, contentOf(data.arguments ?? data.sent));
  }

  #ended(event: ActivityEvent<'tool_call_end'>, isKnown: boolean): void {
    const { callKey, timestamp, data } = event;
    const { result, durationMs } = data;
    const open = this.#open.get(callKey);
    // The call never reached a middleware: its tool is unknown, or its arguments are invalid.
    const span = open?.span ?? this.#refusedSpan(event, isKnown, timestamp - durationMs);
    const { attempts, queuedMs, approvalWaitMs } = result?.metadata ?? {};
    if (attempts !== undefined) span.setAttribute('agent.tool.attempts', attempts);
    if (queuedMs !== undefined) span.setAttribute('agent.tool.queue.wait', queuedMs / 1000);
    if (approvalWaitMs !== undefined) span.setAttribute('agent.tool.approval.wait', approvalWaitMs / 1000);
    if (result?.ok === false) {
      const { code, message } = result.error;
      span.setAttribute('error.type', text(code));
      span.setStatus({ code: SpanStatusCode.ERROR, message: text(message) });
    }
    this.#addContent(span, callKey, result);
    span.end(timestamp);
    this.#open.delete(callKey);
    this.#given.delete(callKey);
  }

  #addContent(span: Span, callKey: string, result: ToolResult | undefined): void {
    if (!this.#capturesContent) return;
    span.setAttribute('gen_ai.tool.call.arguments', this.#content.get(callKey) ?? '');
    this.#content.delete(callKey);
    if (result?.ok === true) span.setAttribute('gen_ai.tool.call.result', contentOf(result.value));
  }

  #refusedSpan(event: ActivityEvent<'tool_call_end'>, isKnown: boolean, startTime: number): Span {
    const { toolName } = event.data;
    // The name of a span has few values; what a model makes up is only an attribute.
    const name = isKnown ? `execute_tool ${toolName}` : 'execute_tool';
    const attributes = attributesOf(event, toolName, 'function');
    const parent = parentContext(this.#given.get(event.callKey));
    return this.#tracer.startSpan(name, { kind: SpanKind.INTERNAL, attributes, startTime }, parent);
  }

  #hooked({ callKey, timestamp, data }: ActivityEvent<'hook_end'>): void {
    const { hook, event, decision, durationMs } = data;
    const attributes = {
      'agent.tool.hook.name': text(hook),
      'agent.tool.hook.event': event,
      'agent.tool.hook.decision': decision,
    };
    this.#addChild(callKey, 'tool_hook', attributes, timestamp - durationMs, timestamp);
  }

  #decided({ callKey, timestamp, data }: ActivityEvent<'approval_decided'>): void {
    const { approved, by, policy, rule, waitedMs } = data;
    const attributes = {
      'agent.tool.approval.approved': approved,
      'agent.tool.approval.by': text(by),
      ...(policy !== undefined && { 'agent.tool.approval.policy': text(policy) }),
      ...(rule !== undefined && { 'agent.tool.approval.rule': text(rule) }),
    };
    this.#open.get(callKey)?.span.setAttributes(attributes);
    if (waitedMs !== undefined) this.#addChild(callKey, 'tool_approval', attributes, timestamp - waitedMs, timestamp);
  }

  /** A span of something that has just ended. */
  #addChild(callKey: string, name: string, attributes: Attributes, startTime: number, endTime: number): void {
    const open = this.#open.get(callKey);
    if (open === undefined) return;
    this.#tracer.startSpan(name, { kind: SpanKind.INTERNAL, attributes, startTime }, open.inside).end(endTime);
  }
}

interface OpenSpan {
  readonly span: Span;
  /** The context in which it is the current span. */
  readonly inside: Context;
}

type Caller = Pick<ToolContext, 'callId' | 'taskId' | 'principal'>;

function attributesOf(
  { callId, taskId, principal }: Caller,
  toolName: string,
  type: 'function' | 'extension',
): Attributes {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': text(toolName),
    'gen_ai.tool.type': type,
    'gen_ai.tool.call.id': text(callId),
    'gen_ai.conversation.id': text(taskId),
    ...(principal !== undefined && { 'user.id': text(principal.id) }),
  };
}

function text(value: string): string {
  return printable(cutText(value, MAX_TEXT, ''));
}

function contentOf(value: unknown): string {
  return cutText(JSON.stringify(value) ?? '', MAX_CONTENT, '');
}

const MAX_TEXT = 500;
const MAX_CONTENT = 8000;

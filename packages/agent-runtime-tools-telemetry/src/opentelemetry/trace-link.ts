import { context as otelContext, isSpanContextValid, trace, type Context, type SpanContext } from '@opentelemetry/api';
import type { TraceContext } from '@ku0/agent-runtime-tools-core';
import { VendorState } from './vendor-state.ts';

/**
 * The context that a call's span belongs to: what is active in the process, unless the call has a trace that this is not
 * part of.
 */
export function parentContext(callTrace: TraceContext | undefined): Context {
  const active = otelContext.active();
  const given = callTrace && toSpanContext(callTrace);
  if (given === undefined || trace.getSpanContext(active)?.traceId === given.traceId) return active;
  return trace.setSpanContext(active, given);
}

/** Undefined for a span without ids, as there are where no SDK is set up. */
export function toTrace(span: SpanContext): TraceContext | undefined {
  if (!isSpanContextValid(span)) return undefined;
  const { traceId, spanId, traceFlags, traceState } = span;
  const tracestate = traceState?.serialize() ?? '';
  const flags = traceFlags.toString(16).padStart(2, '0');
  return { traceparent: `00-${traceId}-${spanId}-${flags}`, ...(tracestate !== '' && { tracestate }) };
}

function toSpanContext({ traceparent, tracestate }: TraceContext): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-');
  const span: SpanContext = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
    ...(tracestate !== undefined && { traceState: VendorState.parse(tracestate) }),
  };
  return isSpanContextValid(span) ? span : undefined;
}

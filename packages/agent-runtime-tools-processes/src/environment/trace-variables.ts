import type { TraceContext } from '@ku0/agent-runtime-tools-core';

/** TRACEPARENT and TRACESTATE: with these variables a program joins the trace of the call that starts it. */
export function traceVariables({ trace }: { readonly trace?: TraceContext }): Readonly<Record<string, string>> {
  if (trace === undefined) return {};
  const { traceparent, tracestate } = trace;
  return { TRACEPARENT: traceparent, ...(tracestate !== undefined && { TRACESTATE: tracestate }) };
}

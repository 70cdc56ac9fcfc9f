import type { TraceContext } from '@ku0/agent-runtime-tools-core';

/** The variables by which a program joins the trace of the call that started it. */
export function traceVariables({ trace }: { readonly trace?: TraceContext }): Readonly<Record<string, string>> {
  if (trace === undefined) return {};
  const { traceparent, tracestate } = trace;
  return { TRACEPARENT: traceparent, ...(tracestate !== undefined && { TRACESTATE: tracestate }) };
}

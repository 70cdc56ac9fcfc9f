/** The position of a call in a distributed trace: the headers of W3C Trace Context. */
export interface TraceContext {
  /** `00-<32 hexadecimal digits>-<16 hexadecimal digits>-<2 hexadecimal digits>` */
  readonly traceparent: string;
  readonly tracestate?: string;
}

/**
 * Validates a trace so that it can be passed on in a header or an environment variable. Returns undefined for a malformed
 * one, which the standard says to ignore. A malformed `tracestate` is left out.
 */
export function readTrace({ traceparent, tracestate }: TraceContext): TraceContext | undefined {
  if (typeof traceparent !== 'string' || !TRACEPARENT.test(traceparent)) return undefined;
  const isUsable = typeof tracestate === 'string' && tracestate.length <= MAX_STATE && PRINTABLE.test(tracestate);
  return Object.freeze({ traceparent, ...(isUsable && { tracestate }) });
}

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const PRINTABLE = /^[\x20-\x7e]+$/;
const MAX_STATE = 512;

import type { ToolContext } from './types/tool-context.ts';

/**
 * The context with a signal that also fires for the call. The signal is not enumerable, so that the context still looks
 * like the one that the caller gave.
 */
export function withSignal(context: ToolContext, signal: AbortSignal): ToolContext {
  const value = context.signal === undefined ? signal : AbortSignal.any([context.signal, signal]);
  return Object.defineProperty({ ...context }, 'signal', { value, enumerable: false });
}

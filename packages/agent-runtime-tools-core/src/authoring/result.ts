import type { ToolError, ToolErrorKind } from '../contracts/tool-error.ts';
import type { HandlerMetadata, ResultMetadata, ToolResult } from '../contracts/tool-result.ts';

/** What a failure needs at least; the rest has defaults. */
export interface ToolErrorInit {
  readonly code: string;
  readonly message: string;
  readonly kind?: ToolErrorKind;
  readonly suggestion?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryable?: boolean;
}

/** A success. The coordinator replaces the metadata's identity and times with the call's own. */
export function ok<T>(value: T, metadata?: HandlerMetadata): ToolResult<T> & { readonly ok: true } {
  return { ok: true, value, metadata: metadata === undefined ? UNSETTLED : { ...UNSETTLED, ...metadata } };
}

/** A failure, from an error or from a code and its message. */
export function fail(
  error: ToolErrorInit | string,
  message?: string,
  more?: Omit<ToolErrorInit, 'code' | 'message'>,
): ToolResult<never> & { readonly ok: false } {
  return {
    ok: false,
    error: completeError(typeof error === 'string' ? { ...more, code: error, message: message ?? error } : error),
    metadata: UNSETTLED,
  };
}

/** The metadata of a result that no coordinator has settled yet. */
export const UNSETTLED: ResultMetadata = Object.freeze({
  callId: '',
  toolName: '',
  toolVersion: '',
  executionTimeMs: 0,
  attempts: 0,
});

/** Fills in what a plain JavaScript handler may have left out. */
export function completeError(init: ToolErrorInit): ToolError {
  if (init.kind !== undefined && init.retryable !== undefined) return init as ToolError;
  return { ...init, kind: init.kind ?? 'user_error', retryable: init.retryable ?? false };
}

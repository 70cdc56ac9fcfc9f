import type { ToolError, ToolErrorKind } from '../contracts/tool-error.ts';
import type { HandlerMetadata, ResultMetadata, ToolResult } from '../contracts/tool-result.ts';

/** An error to fail with. Members left out have defaults. */
export interface ToolErrorInit {
  readonly code: string;
  readonly message: string;
  readonly kind?: ToolErrorKind;
  readonly suggestion?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryable?: boolean;
}

/** Makes a successful result. The coordinator fills in the identity and the times of the call. */
export function ok<T>(value: T, metadata?: HandlerMetadata): ToolResult<T> & { readonly ok: true } {
  return { ok: true, value, metadata: metadata === undefined ? UNSETTLED : { ...UNSETTLED, ...metadata } };
}

/** Makes a failed result, from an error or from a code and its message. */
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

/** The metadata of a result before the coordinator has settled it. */
export const UNSETTLED: ResultMetadata = Object.freeze({
  callId: '',
  toolName: '',
  toolVersion: '',
  executionTimeMs: 0,
  attempts: 0,
});

/** Fills in members that a plain JavaScript handler may have left out. */
export function completeError(init: ToolErrorInit): ToolError {
  if (init.kind !== undefined && init.retryable !== undefined) return init as ToolError;
  return { ...init, kind: init.kind ?? 'user_error', retryable: init.retryable ?? false };
}

import { fail, ok, type ToolErrorKind, type ToolResult as CurrentResult } from '@ku0/agent-runtime-tools-core';
import type { ToolResult } from './tool-result.ts';

/** A current result in the form of this system: the members of an object next to `success`, another value as `result`. */
export function fromCurrentResult(result: CurrentResult): ToolResult {
  if (result.ok) {
    const { value } = result;
    const members = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { result: value };
    return { ...members, success: true, error: '' };
  }
  const { kind, message, suggestion } = result.error;
  return { success: false, error: message, error_type: kind, ...(suggestion !== undefined && { suggestion }) };
}

/** A result of this system as a current one. */
export function toCurrentResult({ success, error, error_type, suggestion, ...members }: ToolResult): CurrentResult {
  if (success) return ok(error === '' ? members : { ...members, error });
  const kind = KINDS.find((each) => each === error_type) ?? 'system_error';
  return fail({
    code: kind === 'validation_error' ? 'VALIDATION_ERROR' : 'EXECUTION_ERROR',
    message: error,
    kind,
    ...(suggestion !== undefined && { suggestion }),
    ...(Object.keys(members).length > 0 && { details: members }),
  });
}

const KINDS: readonly ToolErrorKind[] = [
  'validation_error',
  'user_error',
  'system_error',
  'permission_error',
  'security_error',
];

import { isAbsolute } from 'node:path';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';

/** Replaces the real path in a failure by the display path that callers know. */
export function withDisplayPath(failure: ToolFailure, display: (path: string) => string): ToolFailure {
  const { message, details } = failure.error;
  const path = details?.['path'];
  if (typeof path !== 'string' || !isAbsolute(path)) return failure;
  const name = display(path);
  if (name === path) return failure;
  const replaced = { message: message.replaceAll(path, () => name), details: { ...details, path: name } };
  return new ToolFailure({ ...failure.error, ...replaced }, { cause: failure });
}

import { isAbsolute } from 'node:path';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';

/** What goes wrong on the disk is told with real paths; callers know their files as they are shown. */
export function asShown(failure: ToolFailure, display: (path: string) => string): ToolFailure {
  const { message, details } = failure.error;
  const path = details?.['path'];
  if (typeof path !== 'string' || !isAbsolute(path)) return failure;
  const name = display(path);
  if (name === path) return failure;
  const shown = { message: message.replaceAll(path, () => name), details: { ...details, path: name } };
  return new ToolFailure({ ...failure.error, ...shown }, { cause: failure });
}

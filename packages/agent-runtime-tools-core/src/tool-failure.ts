import type { ToolError } from './contracts/tool-error.ts';

/**
 * Carries a ToolError out of code that cannot return one. A handler that lets it pass ends its call with
 * exactly that error.
 */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
  readonly error: ToolError;

  constructor(error: ToolError, options?: ErrorOptions) {
    super(error.message, options);
    this.error = error;
  }
}

/** Whether a ToolFailure was thrown. Never throws itself, not even when asked about a hostile proxy. */
export function isFailure(thrown: unknown): thrown is ToolFailure {
  try {
    return thrown instanceof ToolFailure;
  } catch {
    return false;
  }
}

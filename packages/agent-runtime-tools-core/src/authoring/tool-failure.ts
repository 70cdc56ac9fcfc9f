import { brand } from './brand.ts';
import type { ToolError } from '../contracts/tool-error.ts';

/**
 * Throws a ToolError from code that cannot return a result. If a handler does not catch it, the call fails with exactly
 * that error.
 */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
  readonly error: ToolError;

  constructor(error: ToolError, options?: ErrorOptions) {
    super(error.message, options);
    this.error = error;
  }

  /** Also true for errors of another copy of this package. */
  static override [Symbol.hasInstance](value: unknown): value is ToolFailure {
    return this === ToolFailure ? isToolFailure(value) : Function.prototype[Symbol.hasInstance].call(this, value);
  }
}

const isBranded = brand(ToolFailure.prototype, 'ToolFailure');

/** Whether the value is a ToolFailure of this copy of core or another. Never throws. */
export function isToolFailure(thrown: unknown): thrown is ToolFailure {
  try {
    return isBranded(thrown) && 'error' in thrown && isToolError(thrown.error);
  } catch {
    return false;
  }
}

/** Whether a value has the members that every ToolError has. */
export function isToolError(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string' &&
    'message' in error &&
    typeof error.message === 'string'
  );
}

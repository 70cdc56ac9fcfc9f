import { brand } from './brand.ts';
import type { ToolError } from '../contracts/tool-error.ts';

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

  /** One that another copy of this package has made is one too. */
  static override [Symbol.hasInstance](value: unknown): value is ToolFailure {
    return this === ToolFailure ? isFailure(value) : Function.prototype[Symbol.hasInstance].call(this, value);
  }
}

const isBranded = brand(ToolFailure.prototype, 'ToolFailure');

/** Whether a ToolFailure was thrown, by this copy of core or another. Never throws itself. */
export function isFailure(thrown: unknown): thrown is ToolFailure {
  try {
    return isBranded(thrown) && 'error' in thrown && isToolError(thrown.error);
  } catch {
    return false;
  }
}

function isToolError(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string' &&
    'message' in error &&
    typeof error.message === 'string'
  );
}

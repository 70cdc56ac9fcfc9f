import type { ToolError } from '../contracts/tool-error.ts';

/** Returned by a stage in place of parameters if the call must not go on. */
export class Refusal {
  readonly error: ToolError;

  constructor(error: ToolError) {
    this.error = error;
  }
}

import type { ToolError } from '../contracts/tool-error.ts';

/** What a stage gives back in the place of what it was asked for, when the call must not go on. */
export class Refusal {
  readonly error: ToolError;

  constructor(error: ToolError) {
    this.error = error;
  }
}

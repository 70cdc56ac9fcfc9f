/** The arguments of a call are wrong. `errors` holds one sentence for each fault. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';
  readonly errors: readonly string[];

  constructor(errors: readonly string[] | string = []) {
    const list = typeof errors === 'string' ? [errors] : errors;
    super(list.length === 0 ? 'Validation failed' : `Validation failed: ${list.join(', ')}`);
    this.errors = list;
  }
}

/** A call names a tool that nobody has registered. */
export class ToolNotFoundError extends Error {
  override readonly name = 'ToolNotFoundError';
  readonly toolName: string;

  constructor(toolName: string, message = `Tool ${toolName} not registered`) {
    super(message);
    this.toolName = toolName;
  }
}

/** A name is taken. */
export class ToolAlreadyRegisteredError extends Error {
  override readonly name = 'ToolAlreadyRegisteredError';
  readonly toolName: string;

  constructor(toolName: string) {
    super(`Tool ${toolName} already registered`);
    this.toolName = toolName;
  }
}

/** One of the current tools has failed. `code` and `suggestion` are those of its error. */
export class ToolExecutionError extends Error {
  override readonly name = 'ToolExecutionError';
  readonly code: string;
  readonly suggestion: string | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor({ code, message, suggestion, details }: ToolExecutionErrorInit) {
    super(message);
    this.code = code;
    this.suggestion = suggestion;
    this.details = details;
  }
}

export interface ToolExecutionErrorInit {
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** A hook's command did not run to its end, or ended with a failure. */
export class HookError extends Error {
  override readonly name = 'HookError';
  readonly hookName: string;

  constructor(hookName: string, message: string) {
    super(message);
    this.hookName = hookName;
  }
}

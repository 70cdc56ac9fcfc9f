export type ToolErrorKind = 'validation_error' | 'user_error' | 'system_error' | 'permission_error' | 'security_error';

/** A failure, written for two readers: a person (`message`) and a model (`suggestion`). */
export interface ToolError {
  readonly code: string;
  readonly kind: ToolErrorKind;
  readonly message: string;
  /** What the model should try next. */
  readonly suggestion?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryable: boolean;
}

/** The result of every tool. Members of its own are next to these. */
export interface ToolResult {
  success: boolean;
  /** Empty after success, except for what a command has printed as errors. */
  error: string;
  error_type?: string;
  /** What to try next. */
  suggestion?: string;
  [member: string]: unknown;
}

export type ErrorType =
  | 'validation_error'
  | 'user_error'
  | 'system_error'
  | 'permission_error'
  | 'security_error'
  | 'general'
  | (string & {});

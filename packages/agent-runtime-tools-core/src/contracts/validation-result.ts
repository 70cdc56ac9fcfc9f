/** The result of a handler's `validate`. */
export interface ValidationResult {
  readonly valid: boolean;
  readonly errors?: readonly string[];
}

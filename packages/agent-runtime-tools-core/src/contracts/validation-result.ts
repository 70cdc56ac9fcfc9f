/** The answer of a handler's own check, beyond what a schema can say. */
export interface ValidationResult {
  readonly valid: boolean;
  readonly errors?: readonly string[];
}

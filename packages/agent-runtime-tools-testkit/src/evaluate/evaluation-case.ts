/** One call and its expected outcome. */
export interface EvaluationCase {
  /** Default: its position in the dataset. */
  readonly id?: string;
  readonly tool: string;
  /** Default: none. */
  readonly params?: unknown;
  /** Default: the call succeeds. */
  readonly expect?: Expectation;
  readonly tags?: readonly string[];
}

/** All given expectations must hold. */
export interface Expectation {
  /** Default: true, or false where a `code` is expected. */
  readonly ok?: boolean;
  /** The code of the error. */
  readonly code?: string;
  /** What the value must contain. Objects may have additional members; lists must have the same number of items. */
  readonly value?: unknown;
  /** One or more texts that the model's view of the result must contain. */
  readonly contains?: string | readonly string[];
  /** A regular expression that the model's view of the result must match. */
  readonly matches?: string | RegExp;
  /** The longest time that the call may take. */
  readonly maxMs?: number;
}

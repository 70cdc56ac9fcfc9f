/** One call of a dataset and what must come of it. */
export interface EvaluationCase {
  /** Default: where it stands in the dataset. */
  readonly id?: string;
  readonly tool: string;
  /** Default: none. */
  readonly params?: unknown;
  /** Default: the call succeeds. */
  readonly expect?: Expectation;
  readonly tags?: readonly string[];
}

/** Everything that is named must hold. */
export interface Expectation {
  /** Default: true, or false where a `code` is expected. */
  readonly ok?: boolean;
  /** The code of the error. */
  readonly code?: string;
  /** What the value must contain: objects may have more members than named here, lists may not have more items. */
  readonly value?: unknown;
  /** Text, or texts, in what the model reads of the result. */
  readonly contains?: string | readonly string[];
  /** A regular expression for what the model reads of the result. */
  readonly matches?: string | RegExp;
  /** How long the call may take. */
  readonly maxMs?: number;
}

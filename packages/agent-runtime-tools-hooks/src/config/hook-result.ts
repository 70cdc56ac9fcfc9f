/** The answer of a hook; every field is optional. The fields of Claude Code's hooks are accepted as well. */
export interface HookResult {
  /** Cancel the call; after the tool has run, withhold its result and stop the turn. */
  readonly cancel?: boolean;
  /** A person cancelled the call, which also ends the turn's other calls that need approval. */
  readonly wasCancelled?: boolean;
  /** Text to add to the conversation. */
  readonly contextModification?: string;
  /** The reason, shown in the error. */
  readonly errorMessage?: string;
  /** PreToolUse: parameters to use instead. They are validated and approved like any others. */
  readonly modifiedParams?: unknown;
  /**
   * PreToolUse: 'deny' blocks; 'ask' makes a person decide, whatever rules allow; 'allow' saves the question where
   * no rule denies or asks.
   */
  readonly decision?: 'allow' | 'ask' | 'deny';
  readonly reason?: string;
  /** PostToolUse: a value that replaces the tool's. */
  readonly updatedOutput?: unknown;
}

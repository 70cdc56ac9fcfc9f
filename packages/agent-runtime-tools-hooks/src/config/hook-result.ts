/** What a hook may answer; everything is optional. The fields of Claude Code's hooks are understood as well. */
export interface HookResult {
  /** Cancel the call; after the tool has run, stop what follows. */
  readonly cancel?: boolean;
  /** A person cancelled it: this ends the turn's other calls that need approval. */
  readonly wasCancelled?: boolean;
  /** Text to add to the conversation. */
  readonly contextModification?: string;
  /** Why, for whoever reads the failure. */
  readonly errorMessage?: string;
  /** PreToolUse: the parameters to go on with. They are validated and approved like any others. */
  readonly modifiedParams?: unknown;
  /**
   * PreToolUse: 'deny' blocks; 'ask' makes a person decide, whatever rules allow; 'allow' saves the question where
   * no rule denies or asks.
   */
  readonly decision?: 'allow' | 'ask' | 'deny';
  readonly reason?: string;
  /** PostToolUse: the value to go on with in the place of the tool's. */
  readonly updatedOutput?: unknown;
}

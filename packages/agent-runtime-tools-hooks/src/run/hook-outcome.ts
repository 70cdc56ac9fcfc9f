/** What a hook answered, independent of its dialect. */
export interface HookOutcome {
  readonly decision?: 'allow' | 'ask' | 'defer' | 'deny';
  /** For the model if the hook blocks, for the person if it asks. */
  readonly reason?: string;
  /** A person made the decision. */
  readonly byPerson?: boolean;
  /** The reason to stop the whole turn. */
  readonly stop?: string;
  readonly params?: { readonly value: unknown };
  readonly output?: { readonly value: unknown };
  /** Text to add to the conversation. */
  readonly context?: string;
  /** Text to show to the person. */
  readonly notice?: string;
  /** Why the hook failed. Its failure policy decides whether the call continues. */
  readonly failure?: string;
  /** The failure blocks the call whatever the policy: the hook may have been tampered with. */
  readonly blocks?: boolean;
  /** The call was stopped while the hook ran. */
  readonly cancelled?: boolean;
}

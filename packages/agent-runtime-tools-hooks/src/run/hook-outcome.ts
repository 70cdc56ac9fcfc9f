/** What a hook's answer means, whatever form it had. */
export interface HookOutcome {
  readonly decision?: 'allow' | 'ask' | 'defer' | 'deny';
  /** Why; for the model where it blocks, for the person where it asks. */
  readonly reason?: string;
  /** A person said so. */
  readonly byPerson?: boolean;
  /** Everything is to stop, with the reason. */
  readonly stop?: string;
  readonly params?: { readonly value: unknown };
  readonly output?: { readonly value: unknown };
  /** For the conversation. */
  readonly context?: string;
  /** For the person. */
  readonly notice?: string;
  /** The hook did not do its work; whether the call goes on is its failure policy. */
  readonly failure?: string;
  /** The failure blocks whatever the policy: the hook was tampered with. */
  readonly blocks?: boolean;
  /** The call was stopped while the hook ran. */
  readonly cancelled?: boolean;
}

/** Before a tool runs, after it has run (`success` says how), and when a call has failed. */
export type HookEventName = 'PreToolUse' | 'PostToolUse' | 'OnError';

/** What became of a hook. `none`: it had nothing to say against or for the call. */
export type HookDecision = 'none' | 'allow' | 'ask' | 'defer' | 'deny' | 'stop' | 'failed';

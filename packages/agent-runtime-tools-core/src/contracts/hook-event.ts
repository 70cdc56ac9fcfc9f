/** `PreToolUse` runs before a tool, `PostToolUse` after it, `OnError` after a call that failed. */
export type HookEventName = 'PreToolUse' | 'PostToolUse' | 'OnError';

/** The outcome of a hook. `none`: the hook neither allowed nor denied the call. */
export type HookDecision = 'none' | 'allow' | 'ask' | 'defer' | 'deny' | 'stop' | 'failed';

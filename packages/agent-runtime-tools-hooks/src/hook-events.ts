import type { HookType } from './config/hook-config.ts';

/** What became of a hook. `none`: it had nothing to say against or for the call. */
export type HookDecision = 'none' | 'allow' | 'ask' | 'defer' | 'deny' | 'stop' | 'failed';

declare module '@ku0/agent-runtime-tools-core' {
  interface ActivityEventData {
    hook_start: { readonly toolName: string; readonly hook: string; readonly event: HookType };
    hook_end: {
      readonly toolName: string;
      readonly hook: string;
      readonly event: HookType;
      readonly decision: HookDecision;
      readonly durationMs: number;
      /** Why it decided so, or how it failed. */
      readonly reason?: string;
      /** What it adds to the conversation. */
      readonly context?: string;
      /** What it tells the person, not the model. */
      readonly notice?: string;
      /** It may not cancel: its decision does not count. */
      readonly ignored?: true;
      readonly changedParameters?: true;
    };
    /** What all hooks of one event add to the conversation. */
    hook_context: { readonly toolName: string; readonly event: HookType; readonly context: string };
  }
}

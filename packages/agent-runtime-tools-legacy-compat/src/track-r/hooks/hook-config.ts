export type HookType = 'PreToolUse' | 'PostToolUse' | 'OnError';

export interface HookInput {
  preToolUse?: { toolName: string; parameters: unknown };
  postToolUse?: {
    toolName: string;
    parameters: unknown;
    result: unknown;
    success: boolean;
    executionTimeMs: number;
  };
  onError?: { toolName: string; error: Error };
}

export interface HookResult {
  cancel?: boolean;
  /** A person cancelled. */
  wasCancelled?: boolean;
  /** Text for the conversation. */
  contextModification?: string;
  errorMessage?: string;
  /** PreToolUse: parameters to use instead. */
  modifiedParams?: unknown;
}

export interface HookConfig {
  name: string;
  type: HookType;
  /** Tool names, `prefix*` or `*`. */
  toolPatterns: string[];
  /** A command line for the system's shell. Its input is JSON on stdin. */
  command: string;
  timeoutMs: number;
  /** Whether a host heeds its `cancel`. */
  isCancellable: boolean;
}

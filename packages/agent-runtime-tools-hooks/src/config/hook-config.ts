import type { HookEventName } from '@ku0/agent-runtime-tools-core';
import type { HookInput } from './hook-input.ts';
import type { HookResult } from './hook-result.ts';

/** Before a tool runs, after it has run (see `success`), and after a call has failed. */
export type HookType = HookEventName;

/** One hook: a command, a function or a web service. */
export type HookConfig = CommandHookConfig | FunctionHookConfig | HttpHookConfig;

export interface CommandHookConfig extends HookSettings {
  /** A command line for the system's shell, or with `args` a program. Its input is JSON on stdin. */
  readonly command: string;
  readonly args?: readonly string[];
  /** Added to the few variables that programs inherit. */
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: never;
  readonly url?: never;
}

export interface FunctionHookConfig extends HookSettings {
  readonly run: HookFunction;
  readonly command?: never;
  readonly url?: never;
}

export interface HttpHookConfig extends HookSettings {
  /** The service gets the input as a POST of JSON and answers with JSON or text. Redirects are not followed. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly command?: never;
  readonly run?: never;
}

export interface HookSettings {
  readonly name: string;
  readonly type: HookType;
  /** Tools: `*`, `prefix*`, a name, a glob such as `{read,write}_*`, a capability such as `@writesFiles`, `pack:files`, `tag:network`. */
  readonly toolPatterns: readonly string[];
  /** Default 60,000. */
  readonly timeoutMs?: number;
  /** False: a decision against the call is ignored and reported. Default true. */
  readonly isCancellable?: boolean;
  /**
   * What happens when the hook times out, crashes or gives an invalid answer. Default 'block' for a PreToolUse hook that may
   * cancel, 'continue' for all others.
   */
  readonly onFailure?: 'block' | 'continue';
  /** Run in parallel with neighbouring hooks that are parallel too, on the same parameters. */
  readonly parallel?: boolean;
}

export type HookFunction = (
  input: HookInput,
  options: { readonly signal: AbortSignal },
) => HookResult | string | undefined | void | Promise<HookResult | string | undefined | void>;

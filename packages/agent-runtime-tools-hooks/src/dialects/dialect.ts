import type { HookType } from '../config/hook-config.ts';
import type { HookCall } from '../run/hook-call.ts';
import type { HookOutcome } from '../run/hook-outcome.ts';
import type { Reply } from '../run/transport.ts';

/** The format of a hook's input and answer. */
export interface Dialect {
  /** The inputs for one call: several if the hook handles one file at a time. */
  inputs(call: HookCall): readonly object[];
  read(reply: Reply, call: HookCall): HookOutcome;
  /** Environment variables for a command. */
  env?(call: HookCall): Readonly<Record<string, string>>;
}

/** The outcome of a reply that means the same in every dialect. */
export function outcomeOfFailure(reply: Extract<Reply, { kind: 'failed' | 'cancelled' }>): HookOutcome {
  return reply.kind === 'cancelled' ? { cancelled: true } : { failure: reply.why };
}

/** The reason for a block that has none. */
export function defaultReason(type: HookType): string {
  return type === 'PreToolUse' ? 'It gave no reason.' : 'It objects to the result and gave no reason.';
}

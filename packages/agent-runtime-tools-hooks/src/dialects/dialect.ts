import type { HookType } from '../config/hook-config.ts';
import type { HookCall } from '../run/hook-call.ts';
import type { HookOutcome } from '../run/hook-outcome.ts';
import type { Reply } from '../run/transport.ts';

/** The form in which a hook is spoken to and answers. */
export interface Dialect {
  /** The input; several where one call is several to this hook. */
  inputs(call: HookCall): readonly object[];
  read(reply: Reply, call: HookCall): HookOutcome;
  /** Variables for a command. */
  env?(call: HookCall): Readonly<Record<string, string>>;
}

/** Where the parts of a reply go that no dialect treats differently. */
export function outcomeOfFailure(reply: Extract<Reply, { kind: 'failed' | 'cancelled' }>): HookOutcome {
  return reply.kind === 'cancelled' ? { cancelled: true } : { failure: reply.why };
}

/** What a block is called when nobody gave a reason. */
export function unexplained(type: HookType): string {
  return type === 'PreToolUse' ? 'It gave no reason.' : 'It objects to the result and gave no reason.';
}

import type { ToolIdentity } from '@ku0/agent-runtime-tools-core';
import type { HookType } from '../config/hook-config.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { HookCall } from '../run/hook-call.ts';
import type { Transport } from '../run/transport.ts';

/** A compiled hook, independent of the format it was configured in. */
export interface Hook {
  readonly name: string;
  readonly type: HookType;
  /** Where it comes from: 'configuration', or a file. */
  readonly source: string;
  readonly timeoutMs: number;
  readonly isCancellable: boolean;
  readonly failsClosed: boolean;
  readonly parallel: boolean;
  /** Runs only after a successful call. */
  readonly successOnly: boolean;
  /** Handlers with the same identity run once. */
  readonly identity?: string;
  readonly transport: Transport;
  readonly dialect: Dialect;
  /** Whether it applies to a tool, and why. */
  match(tool: ToolIdentity): Match;
  /** A condition on the call itself. */
  applies?(call: HookCall): Promise<boolean>;
  /** Checked before every run: why the hook must not run, or undefined. */
  refusal?(call: HookCall): Promise<string | undefined>;
}

export interface Match {
  readonly matches: boolean;
  readonly why: string;
}

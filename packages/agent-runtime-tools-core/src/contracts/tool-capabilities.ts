/** What a tool may do. Guards, policies and batches go by these flags, never by a tool's name. */
export interface ToolCapabilities {
  readonly readsFiles: boolean;
  readonly writesFiles: boolean;
  readonly executesCommands: boolean;
  readonly accessesNetwork: boolean;
  /** Its changes cannot be undone. */
  readonly destructive: boolean;
  /** Running it twice has the same effect as running it once. */
  readonly idempotent: boolean;
  /** A failure whose error is `retryable` may be retried without asking. */
  readonly retryable: boolean;
  /** The engine (a program or a service) that it needs. Without it, calls fail with ENGINE_NOT_AVAILABLE. */
  readonly requiresEngine?: string;
}

export type CapabilityFlag = Exclude<keyof ToolCapabilities, 'requiresEngine'>;

/** Every flag by name, for rules and patterns that are written as text. */
export const CAPABILITY_FLAGS = [
  'readsFiles',
  'writesFiles',
  'executesCommands',
  'accessesNetwork',
  'destructive',
  'idempotent',
  'retryable',
] as const satisfies readonly CapabilityFlag[];

export function isCapabilityFlag(name: string): name is CapabilityFlag {
  return CAPABILITY_FLAGS.some((flag) => flag === name);
}

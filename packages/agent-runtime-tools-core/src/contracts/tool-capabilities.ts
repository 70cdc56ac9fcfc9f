/** What a tool may do. Guards, policies and schedulers decide by these flags, never by a tool's name. */
export interface ToolCapabilities {
  readonly readsFiles: boolean;
  readonly writesFiles: boolean;
  readonly executesCommands: boolean;
  readonly accessesNetwork: boolean;
  /** What it changes cannot be brought back. */
  readonly destructive: boolean;
  /** Running it twice leaves the world as running it once. */
  readonly idempotent: boolean;
  /** A failure that calls itself retryable may be tried again without asking. */
  readonly retryable: boolean;
  /** The engine (a program, a service) without which it answers ENGINE_NOT_AVAILABLE. */
  readonly requiresEngine?: string;
}
